#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class BudgetTest : public CommandLineTest {
 protected:
  json budget(const std::string& folder, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments = {"budget", folder, "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    return json_lines(said.out).at(0);
  }
};

TEST_F(BudgetTest, ShowsAndChangesTheLimitsOfTheSpecification) {
  const std::string folder = gathered_collection();
  const std::string before = read_whole_file(folder + "/porthole.xml");
  EXPECT_EQ(budget(folder),
            (json{{"pages", 0}, {"pages_per_site", 0}, {"fetched", 2}, {"changed", false}}));
  EXPECT_EQ(read_whole_file(folder + "/porthole.xml"), before);
  EXPECT_EQ(budget(folder, {"--more", "10", "--pages-per-site", "4"}),
            (json{{"pages", 12}, {"pages_per_site", 4}, {"fetched", 2}, {"changed", true}}));
  EXPECT_EQ(budget(folder, {"--pages", "0"}).at("pages"), 0);
  EXPECT_THAT(porthole({"budget", folder}).out, HasSubstr("no limit, 2 fetched so far"));
}

TEST_F(BudgetTest, RefusesWrongNumbersAndFolders) {
  const std::string folder = collection();
  EXPECT_EQ(porthole({"budget", folder, "--pages", "-1"}).code, 2);
  EXPECT_EQ(porthole({"budget", folder, "--pages", "1", "--more", "1"}).code, 2);
  EXPECT_EQ(porthole({"budget", path("nowhere")}).code, 3);
}

// Two processes: the crawl waits a second between two pages, so that it is still running when its
// budget changes.
TEST_F(BudgetTest, ACrawlThatRunsInAnotherProcessFollows) {
  SmallWeb web;
  std::string links;
  for (int i = 0; i < 200; ++i) {
    const std::string page = "/" + std::to_string(i);
    links += "<a href=" + page + ">page</a>";
    web.page("http://a.test" + page, "<p>a bicycle " + page);
  }
  web.page("http://a.test/", links);
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "bicycle", "--gateway", web.gateway(), "--seed",
                      "http://a.test/"})
                .code,
            0);
  std::string text = read_whole_file(path("c") + "/porthole.xml");
  text.replace(text.find("delay=\"5\""), 9, "delay=\"1\" simulated=\"yes\"");
  write_whole_file(path("c") + "/porthole.xml", text);
  Program gather(kProgram, {"gather", path("c"), "--pages", "200", "--json"});
  web.wait_for_pages(2);
  EXPECT_EQ(budget(path("c"), {"--pages", "3"}).at("pages"), 3);
  const ProgramResult ended = gather.wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  const json report = json_lines(ended.out).at(0);
  EXPECT_EQ(report.at("stopped"), "budget");
  EXPECT_LT(report.at("fetched"), 200);
  EXPECT_GE(report.at("fetched"), 3);
}

}  // namespace
}  // namespace porthole::testing
