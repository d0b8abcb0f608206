// The daily round in one command.

#include <signal.h>
#include <sqlite3.h>

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string html_page(const std::string& title, const std::string& links = "") {
  return "<html><head><title>" + title + "</title></head><body><p>About " + title + "." + links +
         "</body></html>";
}

class UpdateTest : public CommandLineTest {
 protected:
  UpdateTest() {
    web_.page("http://a.test/", html_page("gears", "<a href='/chains'>chains</a>"));
    web_.page("http://a.test/chains", html_page("chains"));
    const ProgramResult made = porthole({"new", folder(), "--topic", "gears", "--seed",
                                         "http://a.test/", "--gateway", web_.gateway()});
    EXPECT_EQ(made.code, 0) << made.err;
  }
  std::string folder() const { return path("cycling"); }
  ProgramResult update(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"update", folder()});
    return porthole(more);
  }
  std::string search(const std::string& query) const {
    return porthole({"search", folder(), query, "--all"}).out;
  }

  void set_in_specification(const std::string& before, const std::string& after) const {
    const std::string file = path("cycling/porthole.xml");
    std::string text = read_whole_file(file);
    const std::size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    write_whole_file(file, text.replace(at, before.size(), after));
  }
  void let_days_pass_since_the_first_failure(int days) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path("cycling/repository.db").c_str(), &database), SQLITE_OK);
    const std::string sql =
        "UPDATE page_failure SET first = first - 86400 * " + std::to_string(days);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }

  SmallWeb web_;
};

TEST_F(UpdateTest, TheFirstRunMakesASearchableCollection) {
  const ProgramResult said = update();
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("gather: fetched 2 pages"));
  EXPECT_THAT(said.out, HasSubstr("index: had 0, "));
  EXPECT_THAT(said.out, HasSubstr("next: porthole serve"));
  EXPECT_THAT(search("gears"), HasSubstr("http://a.test/"));
}

TEST_F(UpdateTest, TheNextRunTakesInWhatChangedAndWhatIsNew) {
  ASSERT_EQ(update({"--quiet"}).code, 0);
  ASSERT_EQ(porthole({"standing", "add", folder(), "pages",
                      "SELECT key AS url, digest FROM page JOIN url USING (id)", "--key", "url"})
                .code,
            0);
  web_.page("http://a.test/", html_page("gears of wheels", "<a href='/hubs'>hubs</a>"));
  web_.page("http://a.test/hubs", html_page("gears of a dynamo"));
  const ProgramResult said = update({"--refresh", "0s", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const json report = json::parse(said.out);
  EXPECT_EQ(report.at("refresh").at("fetched_again"), 2);
  EXPECT_EQ(report.at("gather").at("fetched"), 1);
  EXPECT_GE(report.at("index").at("indexed"), 2);
  EXPECT_EQ(report.at("standing").at("new_rows"), 1) << "the page that changed is not new";
  EXPECT_THAT(search("wheels"), HasSubstr("http://a.test/"));
  EXPECT_THAT(search("dynamo"), HasSubstr("http://a.test/hubs"));
}

TEST_F(UpdateTest, CountsAsManyRelevantPagesAsStatusHoweverTheyCame) {
  const auto relevant = [&](const char* step) {
    const json report = json::parse(update({"--refresh", "0s", "--json"}).out);
    const json status = json::parse(porthole({"status", folder(), "--json"}).out);
    EXPECT_EQ(report.at(step).at("relevant"), status.at("relevant")) << step;
    return status.at("relevant").get<int>();
  };
  const int fresh = relevant("gather");
  web_.page("http://a.test/chains", html_page("gears, gears of all kinds"));
  EXPECT_EQ(relevant("gather"), fresh + 1) << "fetched again";
  set_in_specification("<topic title=\"gears\">", "<topic title=\"dynamo\">");
  set_in_specification("<term>gears</term>", "<term>dynamo</term>");
  EXPECT_EQ(relevant("judge"), 0) << "judged again";
}

TEST_F(UpdateTest, ABudgetIsSplitBetweenKnownAndNewPages) {
  ASSERT_EQ(update({"--quiet"}).code, 0);
  const ProgramResult said = update({"--more", "2", "--keep-fresh", "0.5", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const json report = json::parse(said.out);
  EXPECT_EQ(report.at("refresh").at("fetched_again"), 1) << "of two pages";
  EXPECT_GE(report.at("refresh").at("freshness").at("after"),
            report.at("refresh").at("freshness").at("before"));
  EXPECT_EQ(update({"--keep-fresh", "0.5"}).code, 2) << "there is nothing to split";
}

TEST_F(UpdateTest, TheIndexTellsAPageThatChangedOneThatIsGoneAndANewOne) {
  set_in_specification("failures=\"3\"", "failures=\"2\"");
  ASSERT_EQ(update({"--quiet"}).code, 0);
  web_.page("http://a.test/",
            html_page("gears of wheels", "<a href='/hubs'>hubs</a><a href='/chains'>chains</a>"));
  web_.page("http://a.test/hubs", html_page("gears of a dynamo"));
  web_.answer("http://a.test/chains", 404);
  const json first = json::parse(update({"--refresh", "0s", "--json"}).out);
  EXPECT_EQ(first.at("refresh").at("gone"), 0) << "one failure does not remove a page";
  EXPECT_THAT(search("wheels"), HasSubstr("http://a.test/"));
  EXPECT_THAT(search("dynamo"), HasSubstr("http://a.test/hubs"));
  EXPECT_THAT(search("chains"), HasSubstr("http://a.test/chains"));
  let_days_pass_since_the_first_failure(8);
  const json second = json::parse(update({"--refresh", "0s", "--json"}).out);
  EXPECT_EQ(second.at("refresh").at("gone"), 1);
  EXPECT_THAT(search("url:chains"), Not(HasSubstr("http://a.test/chains")));
  EXPECT_THAT(search("dynamo"), HasSubstr("http://a.test/hubs"));
}

TEST_F(UpdateTest, OldCapturesAreDroppedOnlyWhereKeepSaysSo) {
  ASSERT_EQ(update({"--quiet"}).code, 0);
  for (const char* title : {"gears of iron", "gears of steel"}) {
    web_.page("http://a.test/", html_page(title, "<a href='/chains'>chains</a>"));
    ASSERT_EQ(update({"--refresh", "0s", "--quiet"}).code, 0);
  }
  const auto captures = [&] {
    return json::parse(porthole({"prune", folder(), "--keep", "1", "--dry-run", "--json"}).out)
        .at("captures")
        .get<int>();
  };
  const int before = captures();
  const ProgramResult said = update({"--refresh", "0s", "--keep", "1", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const json pruned = json::parse(said.out).at("prune");
  EXPECT_GT(pruned.at("dropped"), 0);
  EXPECT_GT(pruned.at("freed"), 0);
  EXPECT_LT(captures(), before);
  EXPECT_THAT(porthole({"check", "parse", folder(), "http://a.test/"}).out, HasSubstr("steel"))
      << "pages are read from their new places";
  ASSERT_EQ(update({"--refresh", "0s", "--quiet"}).code, 0) << "a crawl goes on with the archive";
  EXPECT_THAT(search("steel"), HasSubstr("http://a.test/"));
}

TEST_F(UpdateTest, PruneAsksHowMuchToKeep) {
  ASSERT_EQ(update({"--quiet"}).code, 0);
  EXPECT_EQ(porthole({"prune", folder()}).code, 2);
  EXPECT_EQ(porthole({"prune", folder(), "--keep", "0"}).code, 2);
  EXPECT_THAT(porthole({"prune", folder(), "--keep", "1"}).out, HasSubstr("dropped 0 of "));
}

TEST_F(UpdateTest, PagesAreFetchedAgainAtTheAgeOfTheSpecification) {
  ASSERT_EQ(update({"--quiet"}).code, 0);
  EXPECT_EQ(json::parse(update({"--json"}).out).at("refresh").at("fetched_again"), 1)
      << "pages of today are younger than thirty days: the front page alone";
  set_in_specification("after=\"30d\"", "after=\"0s\"");
  EXPECT_EQ(json::parse(update({"--json"}).out).at("refresh").at("fetched_again"), 2);
}

TEST_F(UpdateTest, AStepThatFailsDecidesTheExitCodeAndTheOthersGoOn) {
  ASSERT_EQ(porthole({"gather", folder(), "--pages", "1"}).code, 0);
  set_in_specification(web_.gateway(), "http://127.0.0.1:1");
  const ProgramResult said = update({"--json"});
  EXPECT_EQ(said.code, 4);
  const json report = json::parse(said.out);
  EXPECT_TRUE(report.at("gather").contains("error"));
  EXPECT_EQ(report.at("index").at("documents"), 1);
}

TEST_F(UpdateTest, NothingIsSummarizedWhereNothingCouldBeFetched) {
  web_.answer("http://a.test/", 404);
  const ProgramResult said = update();
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, HasSubstr("nothing could be fetched: http://a.test/: http 404"));
  EXPECT_THAT(said.out, Not(HasSubstr("index:")));
  EXPECT_THAT(said.out, Not(HasSubstr("next:"))) << "no index could be served";
}

TEST_F(UpdateTest, AnInternalAddressIsNamedWithHowToAllowIt) {
  const std::string seed = "http://127.0.0.1:" + std::to_string(web_.port()) + "/";
  ASSERT_EQ(porthole({"new", path("intranet"), "--topic", "gears", "--seed", seed, "--contact",
                      "crawl@porthole-tests.net"})
                .code,
            0);
  expect_error({"update", path("intranet")}, 4,
               {"nothing could be fetched: " + seed + ": forbidden-address",
                "127.0.0.1 is an internal address", "porthole new --allow 127.0.0.1"});
}

TEST_F(UpdateTest, ACollectionIsMadeWithTheInternalAddressesThatItMayAsk) {
  const auto made = [&](const std::string& addresses) {
    return porthole({"new", path("intranet"), "--topic", "gears", "--seed", "http://10.1.2.3/",
                     "--allow", addresses});
  };
  EXPECT_EQ(made("10.1.2").code, 2);
  ASSERT_EQ(made("10.0.0.0/8,127.0.0.1").code, 0);
  EXPECT_THAT(read_whole_file(path("intranet/porthole.xml")),
              HasSubstr("<allow addresses=\"10.0.0.0/8 127.0.0.1\"/>"));
  EXPECT_EQ(porthole({"check", "spec", path("intranet")}).code, 0);
}

TEST_F(UpdateTest, ARoundThatWasInterruptedIsToBeRunAgain) {
  web_.hold();
  Program program(kProgram, {"update", folder()});
  web_.wait_for_pages(1);
  program.send(SIGINT);
  web_.release();
  const ProgramResult said = program.wait();
  EXPECT_EQ(said.code, 130) << said.err;
  EXPECT_THAT(said.out, HasSubstr("next: porthole update " + folder()));
  EXPECT_THAT(said.out, Not(HasSubstr("serve")));
}

TEST_F(UpdateTest, AWrongAgeIsRefused) {
  EXPECT_EQ(update({"--refresh", "soon"}).code, 2);
  EXPECT_EQ(update({"--for", "5"}).code, 2);
}

}  // namespace
}  // namespace porthole::testing
