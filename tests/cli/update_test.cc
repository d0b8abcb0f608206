// The daily round in one command.

#include <gmock/gmock.h>

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

  SmallWeb web_;
};

TEST_F(UpdateTest, TheFirstRunMakesASearchableCollection) {
  const ProgramResult said = update();
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("gather: fetched 2 pages"));
  EXPECT_THAT(said.out, HasSubstr("index: indexed "));
  EXPECT_THAT(said.out, HasSubstr("next: porthole serve"));
  EXPECT_THAT(search("gears"), HasSubstr("http://a.test/"));
}

TEST_F(UpdateTest, TheNextRunTakesInWhatChangedAndWhatIsNew) {
  ASSERT_EQ(update({"--quiet"}).code, 0);
  web_.page("http://a.test/", html_page("gears of wheels", "<a href='/hubs'>hubs</a>"));
  web_.page("http://a.test/hubs", html_page("gears of a dynamo"));
  const ProgramResult said = update({"--refresh", "0s", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const json report = json::parse(said.out);
  EXPECT_EQ(report.at("refresh").at("fetched_again"), 2);
  EXPECT_EQ(report.at("gather").at("fetched"), 1);
  EXPECT_GE(report.at("index").at("indexed"), 2);
  EXPECT_THAT(search("wheels"), HasSubstr("http://a.test/"));
  EXPECT_THAT(search("dynamo"), HasSubstr("http://a.test/hubs"));
}

TEST_F(UpdateTest, PagesAreFetchedAgainAtTheAgeOfTheSpecification) {
  ASSERT_EQ(update({"--quiet"}).code, 0);
  const std::string specification = path("cycling/porthole.xml");
  std::string text = read_whole_file(specification);
  EXPECT_FALSE(json::parse(update({"--json"}).out).at("refresh").at("fetched_again").get<int>())
      << "pages of today are younger than thirty days";
  const std::string thirty = "after=\"30d\"";
  ASSERT_NE(text.find(thirty), std::string::npos);
  write_whole_file(specification, text.replace(text.find(thirty), thirty.size(), "after=\"0s\""));
  EXPECT_EQ(json::parse(update({"--json"}).out).at("refresh").at("fetched_again"), 2);
}

TEST_F(UpdateTest, AStepThatFailsDecidesTheExitCodeAndTheOthersGoOn) {
  ASSERT_EQ(porthole({"gather", folder(), "--pages", "1"}).code, 0);
  const std::string specification = path("cycling/porthole.xml");
  std::string text = read_whole_file(specification);
  const std::string there = web_.gateway();
  write_whole_file(specification,
                   text.replace(text.find(there), there.size(), "http://127.0.0.1:1"));
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
  EXPECT_THAT(said.err, HasSubstr("nothing could be fetched"));
  EXPECT_THAT(said.out, Not(HasSubstr("index:")));
}

TEST_F(UpdateTest, AWrongAgeIsRefused) {
  EXPECT_EQ(update({"--refresh", "soon"}).code, 2);
  EXPECT_EQ(update({"--for", "5"}).code, 2);
}

}  // namespace
}  // namespace porthole::testing
