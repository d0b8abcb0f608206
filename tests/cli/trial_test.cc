// `porthole train --try`: a classifier is looked at before pages are judged by it.

#include "tests/cli/taxonomy_fixture.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class TrialTest : public TaxonomyTest {
 protected:
  void SetUp() override {
    folder_ = sky();
    ASSERT_EQ(porthole({"train", folder_}).code, 0);
    ASSERT_EQ(porthole({"gather", folder_, "--quiet"}).code, 0);
  }
  std::string model() const { return read_whole_file(folder_ + "/model/classifier.model"); }
  int settle(const std::string& how) { return porthole({"train", folder_, how}).code; }
  /// Galaxies are food from now on.
  void teach_otherwise() {
    ASSERT_EQ(porthole({"examples", "add", folder_, "food", "http://sky1.test/near"}).code, 0);
    ASSERT_EQ(porthole({"examples", "add", folder_, "food", "http://sky1.test/far"}).code, 0);
  }

  std::string folder_;
};

TEST_F(TrialTest, ATrialTellsItsEffectAndJudgesNothing) {
  const std::string before = model();
  teach_otherwise();
  const ProgramResult tried = porthole({"train", folder_, "--try", "--json"});
  ASSERT_EQ(tried.code, 0) << tried.err;
  const json effect = json::parse(tried.out).at("effect");
  EXPECT_EQ(effect["pages"], 3) << effect;
  EXPECT_EQ(effect["relevant_before"].get<int>() + effect["gained"].get<int>() -
                effect["lost"].get<int>(),
            effect["relevant_after"]);
  EXPECT_EQ(model(), before);
  const std::string words = porthole({"train", folder_, "--try"}).out;
  EXPECT_THAT(words, HasSubstr("next: porthole train " + folder_ + " --keep   (or --discard)\n"));
  EXPECT_THAT(words, Not(HasSubstr("porthole update"))) << "the one on trial judges nothing yet";
}

TEST_F(TrialTest, WithoutATrialTheHintNamesTheFolder) {
  EXPECT_THAT(porthole({"train", folder_, "--keep"}).err,
              HasSubstr("run: porthole train " + folder_ + " --try"));
}

TEST_F(TrialTest, ATrialIsKeptAndTheOneBeforeBroughtBack) {
  const std::string before = model();
  teach_otherwise();
  ASSERT_EQ(porthole({"train", folder_, "--try"}).code, 0);
  ASSERT_EQ(settle("--keep"), 0);
  const std::string after = model();
  EXPECT_NE(after, before);
  ASSERT_EQ(settle("--back"), 0);
  EXPECT_EQ(model(), before);
  ASSERT_EQ(settle("--back"), 0);
  EXPECT_EQ(model(), after) << "and once more";
}

TEST_F(TrialTest, ATrialIsDiscarded) {
  EXPECT_NE(settle("--discard"), 0);
  EXPECT_NE(settle("--keep"), 0);
  EXPECT_NE(settle("--back"), 0);
  ASSERT_EQ(porthole({"train", folder_, "--try"}).code, 0);
  EXPECT_EQ(settle("--discard"), 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/model/trial"));
}

TEST_F(TrialTest, ATrialOfOtherExamplesIsNotKept) {
  ASSERT_EQ(porthole({"train", folder_, "--try"}).code, 0);
  teach_otherwise();
  const ProgramResult kept = porthole({"train", folder_, "--keep"});
  EXPECT_NE(kept.code, 0);
  EXPECT_THAT(kept.err, HasSubstr("changed since"));
}

}  // namespace
}  // namespace porthole::testing
