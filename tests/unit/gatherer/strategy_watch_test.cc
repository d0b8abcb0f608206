#include "gatherer/strategies/strategy_watch.h"

#include <gtest/gtest.h>

#include "tests/support/manual_clock.h"
#include "tests/support/test_collection.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

class StrategyWatchTest : public ::testing::Test {
 protected:
  void respecify(const std::string& strategy) {
    text_.strategy = strategy;
    collection_.respecify(text_);
  }
  /// The result of the next check, a second later; "" for no change.
  std::string next_look(StrategyWatch& watch) {
    clock_.advance(1s);
    const auto chosen = watch.changed();
    return chosen ? std::string(chosen->strategy->name()) : "";
  }

  static testing::SpecificationText beginning() {
    testing::SpecificationText text;
    text.seeds = {"http://a.test/"};
    return text;
  }

  testing::SpecificationText text_ = beginning();
  testing::TestCollection collection_{text_};
  collection::Collection opened_ = collection_.open();
  testing::ManualClock clock_;
};

TEST_F(StrategyWatchTest, NoticesAnotherStrategyOnce) {
  StrategyWatch watch(opened_.specification(), {}, clock_);
  EXPECT_EQ(next_look(watch), "");
  respecify("<strategy name=\"random\"/>");
  EXPECT_EQ(next_look(watch), "random");
  EXPECT_EQ(next_look(watch), "");
}

TEST_F(StrategyWatchTest, NoticesOtherOptionsAndTheOrderOfTheQueue) {
  StrategyWatch watch(opened_.specification(), {}, clock_);
  respecify(
      "<strategy name=\"breadth-first\"><option name=\"order\" value=\"load, tries\"/></strategy>");
  clock_.advance(1s);
  const auto chosen = watch.changed();
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->order.text(), "load asc, tries asc");
}

TEST_F(StrategyWatchTest, LooksOnceASecond) {
  StrategyWatch watch(opened_.specification(), {}, clock_);
  respecify("<strategy name=\"random\"/>");
  EXPECT_FALSE(watch.changed());
  clock_.advance(999ms);
  EXPECT_FALSE(watch.changed());
  clock_.advance(1ms);
  EXPECT_TRUE(watch.changed());
}

TEST_F(StrategyWatchTest, PassesOverChangesOfOtherThings) {
  StrategyWatch watch(opened_.specification(), {}, clock_);
  text_.topic = "<topic title=\"Cooking\"/>";
  collection_.respecify(text_);
  EXPECT_EQ(next_look(watch), "");
}

TEST_F(StrategyWatchTest, WarnsOfWhatIsNotValidAndGoesOn) {
  StrategyWatch watch(opened_.specification(), {}, clock_);
  for (const char* wrong :
       {"<strategy name=\"rendom\"/>", "<strategy",
        "<strategy name=\"rw\"><option name=\"threshold\" value=\"7\"/></strategy>"}) {
    respecify(wrong);
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(next_look(watch), "");
    const std::string warned = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(warned.find("the strategy is still breadth-first"), std::string::npos) << warned;
    EXPECT_EQ(next_look(watch), "");
  }
  respecify("<strategy name=\"sh\"/>");
  EXPECT_EQ(next_look(watch), "sh");
}

TEST_F(StrategyWatchTest, PutsWhatTheUserTypedFirst) {
  StrategyWatch watch(opened_.specification(),
                      {.strategy = "rw", .options = {{"threshold", "0.2"}}}, clock_);
  respecify("<strategy name=\"random\"/>");
  EXPECT_EQ(next_look(watch), "");
}

TEST_F(StrategyWatchTest, GoesOnWhereTheFileIsGone) {
  StrategyWatch watch(opened_.specification(), {}, clock_);
  std::filesystem::remove(opened_.specification_file());
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(next_look(watch), "");
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("the strategy is still"),
            std::string::npos);
}

}  // namespace
}  // namespace porthole::gatherer
