// Removing pages, and resuming the crawl afterwards.

#include <sqlite3.h>

#include "archive/archive_files.h"
#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Two hosts. a.test has a page at /b, a redirect to it, a copy of it to which it alone links, so
/// that it is always fetched later, and a link that leads nowhere.
class RemoveTest : public CommandLineTest {
 protected:
  RemoveTest() {
    web_.page("http://a.test/",
              "<title>A</title><a href=/b>b</a><a href=/old>old</a><a href=/gone>gone</a><a "
              "href=http://c.test/>c</a>");
    web_.page("http://a.test/b", kSame);
    web_.page("http://a.test/copy", kSame);
    web_.redirect("http://a.test/old", "/b");
    web_.page("http://c.test/",
              "<title>C</title><a href=http://a.test/b>b</a><a href=/1>1</a><a href=/2>2</a>");
    for (const char* page : {"1", "2", "3", "4"})
      web_.page(std::string("http://c.test/") + page,
                std::string("<title>") + page + "</title><a href=/3>3</a><a href=/4>4</a>");
    folder_of_web_ = path("c");
    const ProgramResult made =
        porthole({"new", folder_of_web_, "--topic", "bicycle", "--seed", "http://a.test/", "--seed",
                  "http://c.test/", "--gateway", web_.gateway()});
    EXPECT_EQ(made.code, 0) << made.err;
  }

  json gather(std::vector<std::string> options = {}) {
    std::vector<std::string> arguments = {"gather", folder_of_web_, "--strategy", "breadth-first",
                                          "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    return json_lines(said.out).at(0);
  }

  json explain(const std::string& url) {
    return json_lines(porthole({"explain", folder_of_web_, url, "--json"}).out).at(0);
  }

  std::vector<archive::Place> captures_of(const std::string& prefix) {
    const auto wanted = [&](std::string_view url) { return url.starts_with(prefix); };
    return archive::find_captures(folder_of_web_ + "/archive", wanted).value();
  }

  void run_in_repository(const char* sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((folder_of_web_ + "/repository.db").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }

  static constexpr const char* kSame =
      "<title>B</title><p>The same words at two places of a <a href=/copy>site</a>.</p>";
  SmallWeb web_;
  std::string folder_of_web_;
};

TEST_F(RemoveTest, ARemovedHostThatHasASeedLeavesTheNextGatherInOrder) {
  gather();
  ASSERT_EQ(porthole({"remove", folder_of_web_, "--site", "a.test"}).code, 0);
  const int asked = web_.times_asked("http://a.test/");
  gather();  // expects exit code 0
  EXPECT_EQ(web_.times_asked("http://a.test/"), asked);
  EXPECT_EQ(explain("http://a.test/").at("reason"), "removed");
}

TEST_F(RemoveTest, ADryRunCountsAndChangesNothing) {
  gather();
  const ProgramResult said =
      porthole({"remove", folder_of_web_, "--site", "a.test", "--dry-run", "--json"});
  EXPECT_EQ(json_lines(said.out).at(0).at("captures"), 6) << said.err;
  EXPECT_EQ(json_lines(said.out).at(0).at("pages"), 3);
  EXPECT_THAT(captures_of("http://a.test/"), ::testing::SizeIs(6));
  EXPECT_EQ(explain("http://a.test/").at("state"), "fetched");
}

TEST_F(RemoveTest, NothingOfARemovedHostStaysInTheArchive) {
  gather();
  ASSERT_EQ(captures_of("http://a.test/").size(),
            6u);  // robots.txt, four pages and names, one that is gone
  const ProgramResult removed = porthole({"remove", folder_of_web_, "--site", "a.test", "--json"});
  EXPECT_EQ(json_lines(removed.out).at(0).at("captures"), 6) << removed.err;
  EXPECT_THAT(captures_of("http://a.test/"), IsEmpty());
  EXPECT_THAT(captures_of("http://c.test/"), ::testing::SizeIs(6));
}

TEST_F(RemoveTest, ARemovedPageTakesItsOtherNamesWithItAndItsCopyStandsAlone) {
  gather();
  ASSERT_TRUE(explain("http://a.test/copy").at("page").at("duplicate"));
  EXPECT_EQ(explain("http://a.test/copy").at("copy_of"), "http://a.test/b");
  ASSERT_EQ(porthole({"remove", folder_of_web_, "http://a.test/old"}).code, 0);
  EXPECT_EQ(explain("http://a.test/b").at("reason"), "removed");
  EXPECT_EQ(explain("http://a.test/old").at("reason"), "removed");
  EXPECT_THAT(captures_of("http://a.test/b"), IsEmpty());
  EXPECT_THAT(captures_of("http://a.test/old"), IsEmpty());
  EXPECT_THAT(captures_of("http://a.test/copy"), ::testing::SizeIs(1));
  EXPECT_EQ(explain("http://a.test/copy").at("page").at("duplicate"), false);
  ASSERT_EQ(porthole({"summarize", folder_of_web_}).code, 0);
  EXPECT_THAT(porthole({"export", folder_of_web_, "summaries"}).out,
              HasSubstr("http://a.test/copy"));
}

// The archive comes first; the repository, which a trigger keeps as it is, second.
TEST_F(RemoveTest, ARemovalThatFailsHalfWaySaysWhatIsLeftAndCanBeRepeated) {
  gather();
  run_in_repository(
      "CREATE TRIGGER keeps BEFORE DELETE ON page BEGIN SELECT RAISE(ABORT, 'kept'); END");
  const ProgramResult failed = porthole({"remove", folder_of_web_, "http://a.test/b"});
  EXPECT_EQ(failed.code, 4);
  EXPECT_EQ(failed.out, "");
  EXPECT_THAT(failed.err, HasSubstr("the repository failed: kept"));
  EXPECT_THAT(failed.err, HasSubstr("; the captures are out of the archive, and the page is in the "
                                    "repository still"));
  EXPECT_THAT(failed.err, HasSubstr("mend the cause and run the same porthole remove again"));
  EXPECT_THAT(captures_of("http://a.test/b"), IsEmpty());
  EXPECT_EQ(explain("http://a.test/b").at("state"), "fetched");
  run_in_repository("DROP TRIGGER keeps");
  const ProgramResult done = porthole({"remove", folder_of_web_, "http://a.test/b", "--json"});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(json_lines(done.out).at(0).at("pages"), 1);
  EXPECT_EQ(explain("http://a.test/b").at("reason"), "removed");
}

// PORTHOLE_PAGES counts the pages of the collection, --more those of the run: a removed page is in
// neither. It is a seed, which is among the first four in whichever order the two hosts answer.
TEST_F(RemoveTest, RemovedPagesCountInNoBudget) {
  const auto gather_with_variable = [&](const std::string& rest) {
    const ProgramResult said = run_program(
        "/bin/sh", {"-c", "PORTHOLE_PAGES=4 " + std::string(kProgram) + " gather " +
                              folder_of_web_ + " --strategy breadth-first --json " + rest});
    EXPECT_EQ(said.code, 0) << said.err;
    return json_lines(said.out).at(0);
  };
  EXPECT_EQ(gather_with_variable("").at("fetched"), 4);
  EXPECT_EQ(gather_with_variable("").at("fetched_now"), 0);
  ASSERT_EQ(porthole({"remove", folder_of_web_, "http://c.test/"}).code, 0);
  const json again = gather_with_variable("");
  EXPECT_EQ(again.at("fetched"), 4);
  EXPECT_EQ(again.at("fetched_now"), 1);
  const json more = gather_with_variable("--more 1");
  EXPECT_EQ(more.at("fetched"), 5);
  EXPECT_EQ(more.at("fetched_now"), 1);
}

}  // namespace
}  // namespace porthole::testing
