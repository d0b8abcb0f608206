// The file: protocol in a complete crawl: used only if the specification names it, and only within
// the scope.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "archive/warc_reader.h"
#include "gatherer/crawl/gather.h"
#include "tests/support/files.h"
#include "tests/support/manual_clock.h"
#include "tests/support/small_web.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::ManualClock;
using testing::SmallWeb;
using testing::SpecificationText;
using ::testing::StartsWith;
using testing::TempDir;
using testing::TestCollection;
using testing::write_whole_file;
using namespace std::chrono_literals;

class FileProtocolTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root_ / "deep");
    write_whole_file(temporary_ / "canary.html", "<p>canary");
    write_whole_file(root_ / "a.html",
                     "<title>A</title><p>A telescope. <a href='deep/b.txt'>light curves</a>"
                     "<a href='../canary.html'>out</a><a href='file:///etc/passwd'>out</a>"
                     "<a href='http://web.test/'>web</a>");
    write_whole_file(root_ / "deep/b.txt", "A light curve.");
    web_.page("http://web.test/", "<p>web <a href='" + file("a.html") + "'>a file</a><img src='" +
                                      file("i.png") + "'><iframe src='" + file("deep/b.txt") +
                                      "'></iframe>"
                                      "<a href='/moved'>moved</a>");
    web_.redirect("http://web.test/moved", file("deep/"));
  }

  /// The URL of what is at `name`, seen from the root.
  std::string file(const std::string& name) const { return "file://" + (root_ / name).string(); }
  /// A crawl of the small web and of files below the root.
  SpecificationText specification(std::vector<std::string> seeds) const {
    SpecificationText text;
    text.seeds = std::move(seeds);
    text.network = testing::gateway_to(web_.gateway());
    text.scope = "<accept scheme=\"http https file\"/>";
    text.politeness = naming_file("<option name=\"root\" value=\"" + root_.string() + "\"/>");
    return text;
  }
  /// One more element of the specification; it stands where <politeness> may.
  static std::string naming_file(const std::string& options) {
    return "<protocols>\n<protocol scheme=\"file\" library=\"file\" "
           "class=\"porthole::FileHandler\">" +
           options + "</protocol></protocols>";
  }

  TempDir temporary_;
  fs::path root_ = temporary_ / "papers";
  SmallWeb web_;
};

TEST_F(FileProtocolTest, GathersAFolderAndTheWebItLinksTo) {
  const TestCollection collection(specification({file("")}));
  collection.gather();
  EXPECT_EQ(collection.pages(), (std::set<std::string>{file(""), file("a.html"), file("deep/"),
                                                       file("deep/b.txt"), "http://web.test/"}));
  EXPECT_EQ(collection.state(file("../canary.html")), "dropped: http 403");
  EXPECT_EQ(collection.state("file:///etc/passwd"), "dropped: http 403");
  EXPECT_EQ(collection.state("http://web.test/moved"), "alias: redirect");
  EXPECT_EQ(collection.page(file("a.html")).document.title, "A");
  EXPECT_EQ(collection.url(file("a.html")).site, "file:");
}

TEST_F(FileProtocolTest, AsksForNoRobotsTxtOfFiles) {
  write_whole_file(root_ / "robots.txt", "User-agent: *\nDisallow: /\n");
  const TestCollection collection(specification({file("a.html")}));
  collection.gather();
  EXPECT_EQ(collection.state(file("a.html")), "fetched");
  EXPECT_EQ(web_.times_asked("http://web.test/robots.txt"), 1) << "the web is asked as ever";
  EXPECT_FALSE(collection.repository()->urls().find("file:///robots.txt").value());
}

// On the live web, where every host is let rest. The clock moves each time that the crawl looks at
// it.
TEST_F(FileProtocolTest, WaitsForNoHostBetweenFiles) {
  fs::remove(root_ / "a.html");
  for (int i = 0; i < 20; ++i)
    write_whole_file(root_ / (std::to_string(i) + ".txt"), std::to_string(i));
  SpecificationText text = specification({file("")});
  text.network.clear();
  text.politeness += "<politeness delay=\"3600\"/>";
  ManualClock clock(250ms);
  const SteadyTime started = clock.steady();
  gatherer::GatherOptions options;
  options.clock = &clock;
  const TestCollection collection(text);
  collection.gather(options);
  EXPECT_EQ(collection.pages().size(), 23u) << "two folders, twenty files, and the one below";
  EXPECT_LT(clock.steady() - started, 1h);
}

TEST_F(FileProtocolTest, ArchivesWhatItReads) {
  const TestCollection collection(specification({file("deep/b.txt")}));
  collection.gather();
  const repository::PageRecord page = collection.page(file("deep/b.txt"));
  ASSERT_FALSE(page.archive_file.empty());
  const auto reader =
      archive::WarcReader::open(collection.open().archive_folder() / page.archive_file).value();
  reader->seek(page.archive_offset);
  const auto record = reader->next().value();
  ASSERT_TRUE(record);
  EXPECT_EQ(record->type(), "response");
  EXPECT_EQ(record->target(), file("deep/b.txt"));
  EXPECT_THAT(record->block, StartsWith("HTTP/1.1 200 \r\n"));
  EXPECT_THAT(record->block, EndsWith("\r\n\r\nA light curve."));
  EXPECT_FALSE(page.last_modified.empty());
}

TEST_F(FileProtocolTest, ReadsNothingWhenTheSpecificationNamesNoProtocol) {
  SpecificationText text = specification({"http://web.test/"});
  text.politeness.clear();
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(), std::set<std::string>{"http://web.test/"});
  EXPECT_EQ(collection.state(file("a.html")), "dropped: unknown scheme");
  EXPECT_EQ(collection.state(file("deep/b.txt")), "dropped: unknown scheme");
  EXPECT_EQ(collection.state(file("deep/")), "dropped: unknown scheme") << "by a redirect";
}

TEST_F(FileProtocolTest, ReadsNothingThatTheScopeDoesNotAccept) {
  for (const char* scope : {"", "<accept scheme=\"http https\"/>"}) {
    SpecificationText text = specification({"http://web.test/"});
    text.scope = scope;
    const TestCollection collection(text);
    collection.gather();
    EXPECT_EQ(collection.pages(), std::set<std::string>{"http://web.test/"});
    EXPECT_EQ(collection.state(file("a.html")), "dropped: out of scope");
    EXPECT_EQ(collection.state(file("deep/")), "dropped: out of scope");
  }
}

TEST_F(FileProtocolTest, ReadsWhatAPageOfTheWebLinksToWhenBothAgree) {
  SpecificationText text = specification({"http://web.test/"});
  text.scope = "<accept scheme=\"http https\"/><accept prefix=\"" + file("deep/") + "\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(),
            (std::set<std::string>{"http://web.test/", file("deep/"), file("deep/b.txt")}));
  EXPECT_EQ(collection.state(file("a.html")), "dropped: out of scope");
}

}  // namespace
}  // namespace porthole
