// The plug-in for file:, loaded as a crawl loads it.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "parser/parse.h"
#include "plugins/host/declaration.h"
#include "plugins/host/plugin_host.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempDir;
using testing::write_whole_file;

Result<std::unique_ptr<Plugin>> load(collection::NamedValues options) {
  collection::Specification specification;
  collection::Plugin plugin;
  plugin.handles = {"file"};
  plugin.library = "file";
  plugin.class_name = "porthole::FileHandler";
  plugin.options = std::move(options);
  specification.protocols = {plugin};
  const Result<std::vector<Protocol>> chosen = choose_protocols(specification);
  if (!chosen) return fail(chosen.error());
  return plugins::make_configured(chosen->front().use, PluginKind::kProtocol);
}

std::string header(const ProtocolAnswer& answer, const std::string& name) {
  for (const auto& [key, value] : answer.headers) {
    if (key == name) return value;
  }
  return "";
}

class FileHandlerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(root_);
    auto loaded = load({{"root", root_.string()}});
    ASSERT_TRUE(loaded) << loaded.error().to_string();
    handler_.reset(static_cast<ProtocolHandler*>(loaded->release()));
  }

  fs::path put(const std::string& name, std::string_view bytes = "x") {
    const fs::path path = root_ / name;
    fs::create_directories(path.parent_path());
    write_whole_file(path, bytes);
    return path;
  }
  /// `text` is what follows "file://", encoded by the caller.
  ProtocolAnswer get(const std::string& text, std::int64_t limit = 1 << 20) {
    return handler_->fetch({Url::parse("file://" + text).value().href(), limit});
  }
  /// The URLs that the page of a folder links to, in order.
  std::vector<std::string> links_of(const std::string& folder) {
    const ProtocolAnswer answer = get(folder);
    EXPECT_EQ(answer.status, 200);
    parser::ParseInput page;
    page.url = "file://" + folder;
    page.content_type = header(answer, "content-type");
    page.body = answer.body;
    std::vector<std::string> links;
    for (const Link& link : parser::parse_document(page).links) links.push_back(link.url);
    return links;
  }

  TempDir temporary_;
  fs::path root_ = temporary_ / "papers";
  std::string at_ = root_.string();
  std::unique_ptr<ProtocolHandler> handler_;
};

TEST_F(FileHandlerTest, ReadsAFile) {
  put("notes/a.html", std::string("<p>\0bytes", 9));
  const ProtocolAnswer answer = get(at_ + "/notes/a.html");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, std::string("<p>\0bytes", 9));
  EXPECT_EQ(header(answer, "content-type"), "text/html");
  EXPECT_FALSE(answer.truncated);
}

// 784111777 is the date of RFC 9110 5.6.7.
TEST_F(FileHandlerTest, SaysWhenTheFileWasChanged) {
  const fs::path path = put("a.txt");
  const timespec times[] = {{784111777, 0}, {784111777, 999}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  EXPECT_EQ(header(get(at_ + "/a.txt"), "last-modified"), "Sun, 06 Nov 1994 08:49:37 GMT");
}

TEST_F(FileHandlerTest, TellsTheTypeByTheSuffix) {
  for (const auto& [name, type] : {std::pair("a.HTM", "text/html"),
                                   {"a.tar.xml", "application/xml"},
                                   {"a.pdf", "application/pdf"},
                                   {"html", "application/octet-stream"},
                                   {"a.odd", "application/octet-stream"}}) {
    put(name);
    EXPECT_EQ(header(get(at_ + "/" + name), "content-type"), type) << name;
  }
}

TEST_F(FileHandlerTest, CutsAFileAtTheLimit) {
  put("a.txt", "0123456789");
  EXPECT_FALSE(get(at_ + "/a.txt", 11).truncated);
  EXPECT_FALSE(get(at_ + "/a.txt", 10).truncated);
  const ProtocolAnswer cut = get(at_ + "/a.txt", 9);
  EXPECT_TRUE(cut.truncated);
  EXPECT_EQ(cut.body, "012345678");
}

TEST_F(FileHandlerTest, AnswersNotFoundForWhatIsNotThere) {
  put("a.txt");
  EXPECT_EQ(get(at_ + "/b.txt").status, 404);
  EXPECT_EQ(get(at_ + "/a.txt/b").status, 404);
  EXPECT_EQ(get(at_ + "/" + std::string(300, 'n')).status, 404);
}

/// Without the rights of root while it lives.
class WithoutRights {
 public:
  WithoutRights() {
    if (was_ == 0) {
      EXPECT_EQ(::seteuid(65534), 0);
    }
  }
  ~WithoutRights() {
    if (was_ == 0) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }

 private:
  uid_t was_ = ::geteuid();
};

TEST_F(FileHandlerTest, AnswersForbiddenForWhatItMayNotRead) {
  ASSERT_EQ(::chmod(temporary_.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(put("secret.txt").c_str(), 0), 0);
  put("closed/a.txt");
  ASSERT_EQ(::chmod((root_ / "closed").c_str(), 0), 0);
  put("open.txt");
  {
    const WithoutRights without;
    EXPECT_EQ(get(at_ + "/secret.txt").status, 403);
    EXPECT_EQ(get(at_ + "/closed/").status, 403);
    EXPECT_EQ(get(at_ + "/closed/a.txt").status, 403);
    EXPECT_EQ(get(at_ + "/open.txt").status, 200);
  }
  ASSERT_EQ(::chmod((root_ / "closed").c_str(), 0755), 0);
}

TEST_F(FileHandlerTest, ReadsNothingOutsideOfTheRoot) {
  write_whole_file(temporary_ / "secret.txt", "secret");
  fs::create_directory(temporary_ / "papers-private");
  write_whole_file(temporary_ / "papers-private/a.txt", "secret");
  const std::string above = temporary_.path().string();
  for (const std::string& path :
       {above + "/secret.txt", above + "/papers-private/a.txt", above + "/", at_ + "/../secret.txt",
        at_ + "/%2e%2E/secret.txt", at_ + "/.%2e\\secret.txt", std::string("/etc/passwd"),
        std::string("/"), std::string("/no/such/thing"), std::string("/proc/self") + at_}) {
    EXPECT_EQ(get(path).status, 403) << path;
  }
}

// The same, by URLs that no parser of URLs would hand on.
TEST_F(FileHandlerTest, DecodesNoSlashIntoAPath) {
  write_whole_file(temporary_ / "secret.txt", "secret");
  EXPECT_EQ(get(at_ + "/..%2Fsecret.txt").status, 404);
  EXPECT_EQ(get(at_ + "/a%00b").status, 404);
  EXPECT_EQ(handler_->fetch({"http://a.test" + at_, 9}).status, 404);
  EXPECT_EQ(handler_->fetch({"no URL", 9}).status, 404);
}

TEST_F(FileHandlerTest, AsksNoOtherMachine) {
  put("a.txt");
  EXPECT_EQ(get("fileserver.test" + at_ + "/a.txt").status, 403);
  EXPECT_EQ(get("localhost" + at_ + "/a.txt").status, 200) << "which the URL standard takes away";
}

TEST_F(FileHandlerTest, FollowsNoLinkOutOfTheRoot) {
  write_whole_file(temporary_ / "secret.txt", "secret");
  put("a.txt");
  fs::create_symlink(temporary_ / "secret.txt", root_ / "out");
  fs::create_symlink("../secret.txt", root_ / "relative");
  fs::create_directory_symlink(temporary_.path(), root_ / "up");
  fs::create_symlink("/dev/null", root_ / "device");
  fs::create_symlink("round", root_ / "round");
  EXPECT_EQ(get(at_ + "/out").status, 403);
  EXPECT_EQ(get(at_ + "/relative").status, 403);
  EXPECT_EQ(get(at_ + "/up/").status, 403);
  EXPECT_EQ(get(at_ + "/up/secret.txt").status, 403);
  EXPECT_EQ(get(at_ + "/device").status, 403);
  EXPECT_EQ(get(at_ + "/round").status, 404);
}

TEST_F(FileHandlerTest, GivesEachFileOneUrl) {
  put("deep/a b%.txt");
  fs::create_directory_symlink(".", root_ / "again");
  fs::create_symlink("deep/a b%.txt", root_ / "short");
  const auto leads_to = [&](const std::string& path) {
    const ProtocolAnswer answer = get(path);
    EXPECT_EQ(answer.status, 301) << path;
    return header(answer, "location");
  };
  const std::string file = "file://" + at_ + "/deep/a%20b%25.txt";
  EXPECT_EQ(leads_to(at_ + "/short"), file);
  EXPECT_EQ(leads_to(at_ + "/again/again/deep/a%20b%25.txt"), file);
  EXPECT_EQ(leads_to(at_ + "/deep//a%20b%25.txt"), file);
  EXPECT_EQ(leads_to(at_ + "/deep/a%20b%25.txt?version=2"), file);
  EXPECT_EQ(leads_to(at_ + "/deep"), "file://" + at_ + "/deep/");
  EXPECT_EQ(leads_to(at_), "file://" + at_ + "/");
  EXPECT_EQ(handler_->fetch({file, 9}).status, 200);
}

TEST_F(FileHandlerTest, TakesARootThatIsALink) {
  put("a.txt", "through the link");
  fs::create_directory_symlink(root_, temporary_ / "link");
  auto loaded = load({{"root", (temporary_ / "link").string() + "/"}});
  ASSERT_TRUE(loaded) << loaded.error().to_string();
  handler_.reset(static_cast<ProtocolHandler*>(loaded->release()));
  const std::string link = (temporary_ / "link").string();
  EXPECT_EQ(get(link + "/a.txt").body, "through the link");
  EXPECT_EQ(header(get(at_ + "/a.txt"), "location"), "file://" + link + "/a.txt");
}

TEST_F(FileHandlerTest, ReadsNeitherPipesNorSockets) {
  ASSERT_EQ(::mkfifo((root_ / "pipe").c_str(), 0644), 0);
  EXPECT_EQ(get(at_ + "/pipe").status, 403) << "and does not wait for a writer";
  EXPECT_THAT(links_of(at_ + "/"), IsEmpty());
}

TEST_F(FileHandlerTest, ListsAFolder) {
  put("b.html");
  put("a.txt");
  put("deep/c.txt");
  put(".hidden");
  EXPECT_THAT(links_of(at_ + "/"),
              ElementsAre("file://" + at_ + "/a.txt", "file://" + at_ + "/b.html",
                          "file://" + at_ + "/deep/"));
  fs::create_directory(root_ / "empty");
  EXPECT_THAT(links_of(at_ + "/empty/"), IsEmpty());
}

// Every link of a folder's page, parsed as any link is, leads to the file that it is for.
TEST_F(FileHandlerTest, LinksToFilesOfAnyName) {
  const std::vector<std::string> names = {
      "a:b",   "javascript:alert(1)", "100%",     "%2e%2e",   "a%2Fb",   "q?x=1",
      "h#1",   "back\\slash",         " space ",  "\"><b>x",  "a&amp;b", "'",
      "t\tab", "new\nline",           "\xFF\xFE", "\xC3\xA9", "C|",      "~x^{}`"};
  for (const std::string& name : names) put(name, name);
  const std::vector<std::string> links = links_of(at_ + "/");
  EXPECT_EQ(links.size(), names.size());
  for (const std::string& link : links) {
    const ProtocolAnswer answer = handler_->fetch({link, 100});
    ASSERT_EQ(answer.status, 200) << link;
    EXPECT_EQ(percent_decode(Url::parse(link).value().path()), at_ + "/" + answer.body);
  }
}

TEST_F(FileHandlerTest, LetsNoNameBecomeMarkup) {
  fs::create_directory(root_ / "<script>x<");
  put("<script>x</a.txt");
  put("<script>x</<img src=x onerror=y>");
  const ProtocolAnswer answer = get(at_ + "/%3Cscript%3Ex%3C/");
  EXPECT_EQ(answer.body.find("<script"), std::string::npos);
  EXPECT_EQ(answer.body.find("<img"), std::string::npos);
  EXPECT_THAT(answer.body, HasSubstr("&lt;img src=x onerror=y&gt;"));
}

TEST_F(FileHandlerTest, CutsTheListOfAFolderBetweenTwoEntries) {
  for (int i = 0; i < 100; ++i) put("file-" + std::to_string(i));
  const ProtocolAnswer answer = get(at_ + "/", 2000);
  EXPECT_TRUE(answer.truncated);
  EXPECT_LE(answer.body.size(), 2000u);
  EXPECT_THAT(answer.body, ::testing::EndsWith("</a>\n</ul>\n"));
  EXPECT_FALSE(get(at_ + "/", 1 << 20).truncated);
}

TEST_F(FileHandlerTest, SaysWhatIsWrongWithItsOptions) {
  const std::string file = put("file");
  fs::create_directory_symlink("/", temporary_ / "everything");
  const std::string everything = (temporary_ / "everything").string();
  const std::vector<std::pair<collection::NamedValues, std::string>> cases = {
      {{}, "\"root\" is missing"},
      {{{"rot", "/srv"}}, "no option \"rot\""},
      {{{"root", at_}, {"root", at_}}, "given twice"},
      {{{"root", "papers"}}, "absolute path of a folder that is there"},
      {{{"root", ""}}, "absolute path of a folder that is there"},
      {{{"root", "//"}}, "root is '/'"},
      {{{"root", "/srv/.."}}, "root is '/'"},
      {{{"root", everything}}, "leads to '/'"},
      {{{"root", "/no/such/folder"}}, "absolute path of a folder that is there"},
      {{{"root", file}}, "absolute path of a folder that is there"},
  };
  for (const auto& [options, message] : cases) {
    const auto loaded = load(options);
    ASSERT_FALSE(loaded) << message;
    EXPECT_THAT(loaded.error().to_string(), HasSubstr(message));
  }
}

}  // namespace
}  // namespace porthole::gatherer
