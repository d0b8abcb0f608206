#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class WarmStartTest : public CommandLineTest {
 protected:
  void SetUp() override {
    std::string links;
    for (int i = 0; i < 40; ++i) {
      const std::string page = "/" + std::to_string(i);
      links += "<a href=" + page + ">" + (i % 2 == 0 ? "bicycle" : "bread") + "</a>";
      web_.page("http://a.test" + page, i % 2 == 0 ? "<p>a bicycle" : "<p>a loaf of bread");
    }
    web_.page("http://a.test/", links);
  }
  std::string new_collection(const std::string& name) {
    const ProgramResult made = porthole({"new", path(name), "--topic", "bicycle", "--gateway",
                                         web_.gateway(), "--seed", "http://a.test/"});
    EXPECT_EQ(made.code, 0) << made.err;
    return path(name);
  }
  /// The weight of the bias by which the URL that waits is rated.
  double bias(const std::string& folder) {
    const ProgramResult said = porthole({"explain", folder, "http://a.test/39", "--json"});
    const json explained = json_lines(said.out).at(0);
    for (const json& reason : explained.at("reasons")) {
      if (reason.at("what") == "bias") return reason.at("weight");
    }
    ADD_FAILURE() << said.out << said.err;
    return 0;
  }

  SmallWeb web_;
};

TEST_F(WarmStartTest, ACrawlBeginsWithTheWeightsOfAnotherCollection) {
  const std::string earlier = new_collection("earlier"), cold = new_collection("cold"),
                    warm = new_collection("warm");
  ASSERT_EQ(porthole({"gather", earlier, "--pages", "30"}).code, 0);
  ASSERT_EQ(porthole({"gather", cold, "--pages", "1"}).code, 0);
  ASSERT_EQ(porthole({"gather", warm, "--pages", "1", "--warm", earlier}).code, 0);
  EXPECT_NEAR(bias(warm), bias(earlier), 0.01);
  EXPECT_GT(std::abs(bias(warm) - bias(cold)), 0.02);
}

TEST_F(WarmStartTest, TheReportSaysWhetherTheWeightsWereTaken) {
  const std::string earlier = new_collection("earlier"), later = new_collection("later");
  ASSERT_EQ(porthole({"gather", earlier, "--pages", "30"}).code, 0);
  EXPECT_THAT(porthole({"gather", later, "--pages", "2", "--warm", earlier}).out,
              HasSubstr("began with the weights that the crawl of " + earlier + " learned"));
  EXPECT_THAT(
      porthole({"gather", later, "--pages", "4", "--warm", earlier}).out,
      HasSubstr("the weights of " + earlier + " were not taken: this crawl has learned its own"));
  const json report =
      json_lines(porthole({"gather", later, "--pages", "6", "--warm", earlier, "--json"}).out)[0];
  EXPECT_EQ(report.at("warm_weights_taken"), false);
}

TEST_F(WarmStartTest, RefusesItsOwnFolderAsTheOtherCollection) {
  const std::string folder = new_collection("own");
  ASSERT_EQ(porthole({"gather", folder, "--pages", "2"}).code, 0);
  expect_error({"gather", folder, "--pages", "4", "--warm", folder + "/."}, 2,
               {"that is this collection itself", "name another collection, or leave out --warm"});
}

TEST_F(WarmStartTest, RefusesACollectionOrAStrategyWithoutWeights) {
  const std::string earlier = new_collection("earlier"), later = new_collection("later");
  expect_error({"gather", later, "--warm", earlier}, 3, {"nothing was gathered there yet"});
  ASSERT_EQ(porthole({"gather", earlier, "--pages", "2", "--strategy", "rw"}).code, 0);
  EXPECT_THAT(porthole({"gather", later, "--warm", earlier}).err,
              HasSubstr("no crawl there used the strategy learned"));
  expect_error({"gather", later, "--warm", earlier, "--strategy", "breadth-first"}, 2,
               {"breadth-first has no weights to begin with"});
  EXPECT_EQ(porthole({"gather", later, "--warm", path("nowhere")}).code, 3);
}

}  // namespace
}  // namespace porthole::testing
