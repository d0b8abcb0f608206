#include "gatherer/strategies/specification_watch.h"

#include <gtest/gtest.h>

#include "collection/scope_choice.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_collection.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

class SpecificationWatchTest : public ::testing::Test {
 protected:
  void respecify(const std::string& strategy) {
    text_.strategy = strategy;
    collection_.respecify(text_);
  }
  /// The result of the next check, a second later; "" for no change.
  std::string next_look(SpecificationWatch& watch) {
    clock_.advance(1s);
    const auto change = watch.changed();
    return change.strategy ? std::string(change.strategy->strategy->name()) : "";
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

TEST_F(SpecificationWatchTest, NoticesAnotherStrategyOnce) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  EXPECT_EQ(next_look(watch), "");
  respecify("<strategy name=\"random\"/>");
  EXPECT_EQ(next_look(watch), "random");
  EXPECT_EQ(next_look(watch), "");
}

TEST_F(SpecificationWatchTest, NoticesOtherOptionsAndTheOrderOfTheQueue) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  respecify(
      "<strategy name=\"breadth-first\"><option name=\"order\" value=\"load, tries\"/></strategy>");
  clock_.advance(1s);
  const auto chosen = watch.changed().strategy;
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->order.text(), "load asc, tries asc");
}

// The rules of the run are not in the file.
TEST_F(SpecificationWatchTest, KeepsTheLimitsOfTheRun) {
  collection::Specification limited = opened_.specification();
  collection::limit(limited, {.excludes = {"^/x"}});
  SpecificationWatch watch(limited, {}, clock_);
  const auto saved_as_it_was = [&] {
    collection_.respecify(text_);
    clock_.advance(1s);
    return watch.changed();
  };
  EXPECT_FALSE(saved_as_it_was().scope);
  text_.scope = "<accept host=\"a.test\"/>";
  const SpecificationChange change = saved_as_it_was();
  ASSERT_TRUE(change.scope);
  EXPECT_TRUE(change.scope->decide(Url::parse("http://a.test/").value()).accepted);
  EXPECT_FALSE(change.scope->decide(Url::parse("http://a.test/x").value()).accepted);
  EXPECT_FALSE(change.scope->decide(Url::parse("http://b.test/").value()).accepted);
}

TEST_F(SpecificationWatchTest, LooksOnceASecond) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  respecify("<strategy name=\"random\"/>");
  EXPECT_FALSE(watch.changed().strategy);
  clock_.advance(999ms);
  EXPECT_FALSE(watch.changed().strategy);
  clock_.advance(1ms);
  EXPECT_TRUE(watch.changed().strategy);
}

TEST_F(SpecificationWatchTest, PassesOverChangesOfOtherThings) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  text_.topic = "<topic title=\"Cooking\"/>";
  collection_.respecify(text_);
  EXPECT_EQ(next_look(watch), "");
}

TEST_F(SpecificationWatchTest, NoticesOtherLimitsOfPagesOnce) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  text_.scope = "<limit pages=\"70\" pages-per-site=\"5\"/>";
  collection_.respecify(text_);
  clock_.advance(1s);
  SpecificationChange change = watch.changed();
  EXPECT_EQ(change.pages, 70);
  EXPECT_EQ(change.pages_per_site, 5);
  EXPECT_FALSE(change.strategy);
  text_.scope = "<limit pages=\"70\" pages-per-site=\"5\" hops=\"3\"/>";
  collection_.respecify(text_);
  clock_.advance(1s);
  change = watch.changed();
  EXPECT_FALSE(change.pages);
  EXPECT_FALSE(change.pages_per_site);
}

TEST_F(SpecificationWatchTest, NoticesAnotherOrderOfARefreshUnlessItWasTyped) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  SpecificationWatch::Typed order;
  order.refresh_order = true;
  SpecificationWatch typed(opened_.specification(), order, clock_);
  text_.politeness = "<refresh order=\"lastvisited, hub\"/>";
  collection_.respecify(text_);
  clock_.advance(1s);
  const auto change = watch.changed();
  ASSERT_TRUE(change.refresh_order);
  EXPECT_EQ(change.refresh_order->text(), "lastvisited asc, hub desc");
  EXPECT_FALSE(typed.changed().refresh_order);
  clock_.advance(1s);
  EXPECT_FALSE(watch.changed().refresh_order);
}

TEST_F(SpecificationWatchTest, NoticesOtherPrioritiesAndNotThatTheyMoved) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  text_.scope = "<priority path=\"/manual/\" value=\"3\"/>";
  collection_.respecify(text_);
  clock_.advance(1s);
  const SpecificationChange change = watch.changed();
  ASSERT_TRUE(change.precedence);
  EXPECT_EQ(change.precedence->of("http://a.test/manual/1"), 3);
  EXPECT_EQ(change.precedence->of("http://a.test/1"), 0);
  text_.scope = "\n\n" + text_.scope;
  collection_.respecify(text_);
  clock_.advance(1s);
  EXPECT_FALSE(watch.changed().precedence);
}

TEST_F(SpecificationWatchTest, WarnsOfWhatIsNotValidAndGoesOn) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
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

TEST_F(SpecificationWatchTest, PutsWhatTheUserTypedFirst) {
  SpecificationWatch watch(opened_.specification(),
                           {.strategy = "rw", .options = {{"threshold", "0.2"}}}, clock_);
  respecify("<strategy name=\"random\"/>");
  EXPECT_EQ(next_look(watch), "");
}

TEST_F(SpecificationWatchTest, GoesOnWhereTheFileIsGone) {
  SpecificationWatch watch(opened_.specification(), {}, clock_);
  std::filesystem::remove(opened_.specification_file());
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(next_look(watch), "");
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("the strategy is still"),
            std::string::npos);
}

}  // namespace
}  // namespace porthole::gatherer
