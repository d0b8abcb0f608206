// A collection of local documents, from `new` to `search`, without a contact address.

#include <zlib.h>

#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "tests/cli/served.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LocalFilesTest : public CommandLineTest {
 protected:
  LocalFilesTest() {
    std::filesystem::create_directories(path("my papers/1999"));
    write_whole_file(path("my papers/index.html"),
                     "<title>Papers</title><p>Papers on telescopes: <a "
                     "href='1999/curves.html'>light curves</a>, "
                     "<a href='http://stars.example/'>elsewhere</a>.");
    write_whole_file(path("my papers/1999/curves.html"),
                     "<title>Curves</title><p>A telescope measures light.");
  }

  std::string url_of(const std::string& name) const {
    return Url::parse("file://" + path(name))->href();
  }
};

TEST_F(LocalFilesTest, AreSearchedFromAFolderAloneWithoutAContact) {
  const ProgramResult made =
      porthole({"new", path("c"), "--topic", "telescope", "--seed", "file://" + path("my papers")});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, Not(HasSubstr("contact")));
  for (const char* verb : {"gather", "summarize", "index"}) {
    const ProgramResult done = porthole({verb, path("c")});
    ASSERT_EQ(done.code, 0) << verb << ": " << done.err;
  }
  expect_output({"search", path("c"), "curves"}, {url_of("my papers/1999/curves.html")});
  const ProgramResult elsewhere = porthole({"explain", path("c"), "http://stars.example/"});
  EXPECT_THAT(elsewhere.out, HasSubstr("out of scope"));
}

TEST_F(LocalFilesTest, SeedsOnTheWebBesideThemStillNeedAContact) {
  const ProgramResult made = porthole({"new", path("c"), "--topic", "telescope", "--seed",
                                       url_of("my papers/"), "--seed", "https://stars.example/"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("contact"));
  expect_error({"gather", path("c")}, 3, {"no contact address"});
}

TEST_F(LocalFilesTest, TheFolderThatAllSeedsLieInIsRead) {
  const ProgramResult made =
      porthole({"new", path("c"), "--topic", "telescope", "--seed", url_of("my papers/index.html"),
                "--seed", url_of("my papers/1999/curves.html")});
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string text = read_whole_file(path("c") + "/porthole.xml");
  EXPECT_THAT(text, HasSubstr("value=\"" + path("my papers") + "\""));
  EXPECT_THAT(text, HasSubstr("prefix=\"" + url_of("my papers/") + "\""));
}

TEST_F(LocalFilesTest, AFolderThatIsNotThereIsNamedAndNothingIsMade) {
  expect_error({"new", path("c"), "--topic", "telescope", "--seed", "file://" + path("nowhere/")},
               2, {"nowhere/: there is no such file or folder"});
  expect_error({"new", path("c"), "--topic", "telescope", "--seed", "papers/missing"}, 2,
               {"papers/missing: there is no such file or folder"});
  EXPECT_FALSE(std::filesystem::exists(path("c")));
  expect_error({"new", path("c"), "--topic", "telescope", "--seed", "/dev/zero"}, 2,
               {"it is neither a file nor a folder"});
  expect_error({"new", path("c"), "--topic", "telescope", "--seed", "file:///"}, 2,
               {"no common folder but /"});
}

TEST_F(LocalFilesTest, AFileOfWhichAPartIsStoredIsGivenOutAsIncomplete) {
  write_whole_file(path("my papers/long.txt"),
                   "A telescope. " + std::string(std::size_t{5} << 20, 'x'));
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "telescope", "--seed", path("my papers")}).code,
            0);
  std::string specification = read_whole_file(path("c") + "/porthole.xml");
  specification.replace(specification.find("32MiB"), 5, "4MiB");
  write_whole_file(path("c") + "/porthole.xml", specification);
  ASSERT_EQ(porthole({"update", path("c")}).code, 0);
  Served served(path("c"));
  const Fetched file = served.get("/file?url=" + encode_parameter(url_of("my papers/long.txt")));
  EXPECT_EQ(file.body.size(), std::size_t{4} << 20);
  EXPECT_EQ(file.disposition, "attachment; filename*=UTF-8''incomplete-long.txt");
}

class LocalMembersTest : public LocalFilesTest {
 protected:
  /// A collection of `my papers` that was updated.
  void grow() {
    ASSERT_EQ(
        porthole({"new", path("c"), "--topic", "telescope", "--seed", path("my papers")}).code, 0);
    const ProgramResult done = porthole({"update", path("c")});
    ASSERT_EQ(done.code, 0) << done.err;
  }
  std::string found(const std::string& query) {
    return porthole({"search", path("c"), query, "--json"}).out;
  }
};

TEST_F(LocalMembersTest, MessagesOfAMailboxAreFoundAndOpenedAndRemovedWithIt) {
  std::string box;
  for (const char* word : {"heliostat", "astrolabe"}) {
    box += "From a@a.test Mon Jan  1 00:00:00 2024\nFrom: Ann <a@a.test>\nSubject: " +
           std::string(word) + "\nMessage-ID: <" + word + "@a.test>\n\nA telescope and a " + word +
           "mirror.\n\n";
  }
  write_whole_file(path("my papers/list.mbox"), box);
  grow();
  const std::string message = url_of("my papers/list.mbox") + "#astrolabe@a.test";
  EXPECT_THAT(found("astrolabemirror"), HasSubstr(message));
  EXPECT_THAT(found("papers"), Not(HasSubstr("\"url\":\"" + url_of("my papers/") + '"')))
      << "listings of folders are no results";
  {
    Served served(path("c"));
    const Fetched file = served.get("/file?url=" + encode_parameter(message));
    EXPECT_EQ(file.status, 200);
    EXPECT_EQ(file.type, "message/rfc822");
    EXPECT_THAT(file.body, HasSubstr("a astrolabemirror."));
    EXPECT_THAT(served.get("/search?q=astrolabemirror").body, HasSubstr("href=\"/file?url="));
    EXPECT_EQ(served.get("/file?url=" + encode_parameter("file:///etc/passwd")).status, 404);
  }
  Served open_to_others(path("c"), {"--host", "search.example.org"});
  EXPECT_EQ(open_to_others.get("/file?url=" + encode_parameter(message)).status, 404);
  const ProgramResult foreseen = porthole({"remove", path("c"), message, "--dry-run", "--json"});
  EXPECT_EQ(json_lines(foreseen.out).at(0).value("pages", 0), 1) << foreseen.err;
  EXPECT_EQ(json_lines(foreseen.out).at(0).value("captures", 0), 1);
  const ProgramResult removed =
      porthole({"remove", path("c"), url_of("my papers/list.mbox"), "--json"});
  ASSERT_EQ(removed.code, 0) << removed.err;
  EXPECT_EQ(json_lines(removed.out).at(0).value("documents", 0), 3);
  EXPECT_THAT(found("astrolabemirror"), Not(HasSubstr(message)));
}

/// A ZIP file of one stored file (APPNOTE 4.3).
std::string zip_of(const std::string& name, const std::string& bytes) {
  const auto number = [](std::size_t value, int size) {
    std::string out;
    for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
    return out;
  };
  const auto sum =
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  const std::string common = number(20, 2) + number(0, 8) + number(sum, 4) +
                             number(bytes.size(), 4) + number(bytes.size(), 4) +
                             number(name.size(), 2) + number(0, 2);
  const std::string local = "PK\3\4" + common + name + bytes;
  const std::string entry = "PK\1\2" + number(20, 2) + common + std::string(14, '\0') + name;
  return local + entry + "PK\5\6" + number(0, 4) + number(1, 2) + number(1, 2) +
         number(entry.size(), 4) + number(local.size(), 4) + number(0, 2);
}

TEST_F(LocalMembersTest, MembersOfMembersAreFoundOpenedRepairedMigratedAndRemoved) {
  write_whole_file(path("my papers/outer.zip"),
                   zip_of("inner.zip", zip_of("star.txt", "A telescope and an orreryring.")));
  write_whole_file(path("my papers/list.mbox"),
                   "From a@a.test Mon Jan  1 00:00:00 2024\nFrom: a@a.test\nSubject: Telescope\n"
                   "Message-ID: <m@a.test>\nMIME-Version: 1.0\n"
                   "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee the file.\n--b\n"
                   "Content-Type: text/plain\n"
                   "Content-Disposition: attachment; filename=notes.txt\n\n"
                   "A telescope and a gnomonring.\n--b--\n\n");
  grow();
  const std::string star = url_of("my papers/outer.zip") + "#inner.zip!/star.txt";
  const std::string notes = url_of("my papers/list.mbox") + "#m@a.test!/notes.txt";
  const auto expect_both = [&] {
    EXPECT_THAT(found("orreryring"), HasSubstr(star));
    EXPECT_THAT(found("gnomonring"), HasSubstr(notes));
    Served served(path("c"));
    EXPECT_EQ(served.get("/file?url=" + encode_parameter(url_of("my papers/outer.zip"))).type,
              "application/zip");
    EXPECT_EQ(served.get("/file?url=" + encode_parameter(star)).body,
              "A telescope and an orreryring.");
    EXPECT_THAT(served.get("/file?url=" + encode_parameter(notes)).body, HasSubstr("a gnomonring"));
  };
  expect_both();
  const auto counted = [&] {
    return json_lines(porthole({"status", path("c"), "--json"}).out).at(0);
  };
  const auto before = counted();
  std::filesystem::remove(path("c") + "/repository.db");
  const ProgramResult repaired = porthole({"repair", path("c")});
  ASSERT_EQ(repaired.code, 0) << repaired.err;
  ASSERT_EQ(porthole({"update", path("c")}).code, 0);
  EXPECT_EQ(counted().at("fetched"), before.at("fetched"));
  expect_both();
  ASSERT_EQ(porthole({"migrate", path("c"), "sqlite:other.db"}).code, 0);
  EXPECT_EQ(counted().at("fetched"), before.at("fetched"));
  expect_both();
  ASSERT_EQ(porthole({"remove", path("c"), url_of("my papers/outer.zip")}).code, 0);
  EXPECT_THAT(found("orreryring"), Not(HasSubstr(star)));
  EXPECT_EQ(counted().at("fetched").get<int>(), before.at("fetched").get<int>() - 3);
}

TEST_F(LocalMembersTest, AFileThatIsDeletedLeavesTheIndexWithTheNextUpdate) {
  write_whole_file(path("my papers/outer.zip"), zip_of("star.txt", "A telescope: orreryring."));
  grow();
  EXPECT_THAT(found("orreryring"), HasSubstr("outer.zip#star.txt"));
  std::filesystem::remove(path("my papers/outer.zip"));
  ASSERT_EQ(porthole({"update", path("c")}).code, 0);
  EXPECT_THAT(found("orreryring"), Not(HasSubstr("outer.zip")));
  EXPECT_THAT(found("curves"), HasSubstr("curves.html"));
}

TEST_F(LocalMembersTest, AThousandMessagesOfOneMailboxComeIn) {
  std::string box;
  for (int i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i);
    box += "From a@a.test Mon Jan  1 00:00:00 2024\nSubject: Telescope " + number +
           "\nMessage-ID: <" + number + "@a.test>\n\nword" + number + "\n\n";
  }
  write_whole_file(path("my papers/list.mbox"), box);
  grow();
  EXPECT_THAT(found("word999"), HasSubstr("#999@a.test"));
  EXPECT_THAT(porthole({"status", path("c")}).out, ::testing::ContainsRegex("indexed +1,00[0-9]"));
}

}  // namespace
}  // namespace porthole::testing
