#include "gatherer/strategies/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "gatherer/strategies/open_link_strategy.h"
#include "gatherer/strategies/plugin_strategy.h"
#include "gatherer/strategies/random_strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "plugins/host/health.h"
#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

collection::Topic topic() {
  collection::Topic topic;
  topic.title = "Astronomy";
  return topic;
}

Error error_of(const collection::Strategy& choice) {
  const auto made = make_strategy(choice, {.topic = topic()});
  EXPECT_FALSE(made);
  return made ? Error() : made.error();
}

TEST(StrategyTest, IsMadeByName) {
  for (const std::string& name : strategy_names()) {
    const auto made = make_strategy({name, {}}, {.topic = topic()});
    ASSERT_TRUE(made) << name;
    EXPECT_EQ(made->strategy->name(), name);
  }
}

TEST(StrategyTest, NamesTheNearestOneThatItKnows) {
  const Error error = error_of({"breath-first", {}});
  EXPECT_EQ(error.code, ErrorCode::kInvalid);
  EXPECT_NE(error.message.find("breath-first"), std::string::npos);
  EXPECT_NE(error.hint.find("did you mean \"breadth-first\""), std::string::npos) << error.hint;
}

TEST(StrategyTest, NamesTheNearestOptionThatItKnows) {
  const Error error = error_of({"rw", {{"treshold", "0.3"}}});
  EXPECT_EQ(error.code, ErrorCode::kInvalid);
  EXPECT_NE(error.hint.find("did you mean \"threshold\""), std::string::npos) << error.hint;
}

TEST(StrategyTest, RefusesOptionsWhereThereAreNone) {
  EXPECT_EQ(error_of({"breadth-first", {{"threshold", "0.3"}}}).code, ErrorCode::kInvalid);
}

TEST(StrategyTest, RefusesValuesThatMakeNoSense) {
  for (const char* value : {"", "much", "0.3x", "-0.1", "1.1", "nan", "inf"}) {
    EXPECT_EQ(error_of({"rw", {{"threshold", value}}}).code, ErrorCode::kInvalid) << value;
  }
  EXPECT_EQ(error_of({"rw", {{"support", "0"}}}).code, ErrorCode::kInvalid);
}

TEST(StrategyTest, RefusesOptionsOutOfTheirRange) {
  const std::vector<collection::Strategy> wrong = {{"rwb", {{"boost", "1.1"}}},
                                                   {"rw", {{"support", "10.5"}}},
                                                   {"hits-rw", {{"threshold", "2"}}},
                                                   {"soft-focus-distill", {{"raise", "all"}}},
                                                   {"rwb", {{"links", "some"}}},
                                                   {"hits-rw", {{"unknown", "one"}}},
                                                   {"utility", {{"alpha", "1.5"}}},
                                                   {"utility", {{"delta", "-0.1"}}},
                                                   {"utility", {{"utility", "square"}}},
                                                   {"utility", {{"importance", "links"}}},
                                                   {"learned", {{"min-priority", "many"}}},
                                                   {"random", {{"seed", "1"}}},
                                                   {"hard-focus", {{"threshold", "0.5"}}}};
  for (const collection::Strategy& choice : wrong) {
    EXPECT_EQ(error_of(choice).code, ErrorCode::kInvalid)
        << choice.name << " " << choice.options[0].first;
  }
}

TEST(StrategyTest, TakesEveryOptionThatTheStrategiesHave) {
  const std::vector<collection::Strategy> right = {
      {"rwb", {{"boost", "0.5"}, {"threshold", "0.1"}, {"support", "2"}}},
      {"hits-rw", {{"unknown", "zero"}, {"threshold", "0.1"}}},
      {"soft-focus-distill", {{"raise", "first"}}},
      {"learned", {{"min-priority", "0.1"}}},
      {"utility", {{"importance", "in-links"}}},
      {"hard-focus", {{"order", "tries, hops"}}}};
  for (const collection::Strategy& choice : right) {
    EXPECT_TRUE(make_strategy(choice, {.topic = topic()})) << choice.name;
  }
}

TEST(StrategyTest, PutsSeedsBeforeEverythingElseInEveryStrategy) {
  for (const std::string& name : strategy_names()) {
    const auto made = make_strategy({name, {}}, {.topic = topic()});
    ASSERT_TRUE(made) << name;
    Strategy& strategy = *made->strategy;
    test::StrategyDriver crawl(strategy);
    crawl.fetch(4, 1, "astronomy and telescopes");
    for (const UrlId url : {2, 3}) crawl.link(4, url, "astronomy");
    const Rating seed = strategy.rate(1, 0, true);
    EXPECT_FALSE(seed.pruned) << name;
    EXPECT_GT(seed.priority, strategy.rate(2, 1, false).priority) << name;
  }
}

TEST(StrategyTest, TakesTheValuesAtTheEndsOfTheirRange) {
  for (const char* value : {"0", "1", "0.5"})
    EXPECT_TRUE(make_strategy({"rw", {{"threshold", value}}}, {.topic = topic()}));
}

TEST(StrategyTest, TakesAnotherOrderOfTheQueue) {
  const auto made = make_strategy({"rw", {{"order", "load, relevance desc"}}}, {.topic = topic()});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->order.text(), "load asc, relevance desc");
  EXPECT_EQ(error_of({"rw", {{"order", "size"}}}).code, ErrorCode::kInvalid);
}

TEST(StrategyTest, EveryStrategyPrunesUrlsBelowTheLowestPriorityButNoSeeds) {
  for (const std::string& name : strategy_names()) {
    const auto made = make_strategy({name, {{"min-priority", "1000"}}}, {.topic = topic()});
    ASSERT_TRUE(made) << name;
    EXPECT_TRUE(made->rate(2, 1, false).pruned) << name;
    EXPECT_FALSE(made->rate(1, 0, true).pruned) << name;
  }
}

TEST(StrategyTest, AUrlAtTheLowestPriorityIsFetched) {
  const auto made = make_strategy({"breadth-first", {{"min-priority", "-2"}}}, {.topic = topic()});
  ASSERT_TRUE(made);
  EXPECT_FALSE(made->rate(1, 2, false).pruned);
  EXPECT_TRUE(made->rate(1, 3, false).pruned);
}

TEST(BreadthFirstTest, RatesByTheDistanceFromASeedAlone) {
  const BreadthFirst strategy;
  EXPECT_GT(strategy.rate(1, 0, false).priority, strategy.rate(2, 1, false).priority);
  EXPECT_EQ(strategy.rate(1, 3, false).priority, strategy.rate(2, 3, true).priority);
  EXPECT_FALSE(strategy.rate(1, 1000, false).pruned);
}

// The strategy of docs/extending.md, line by line: tests/docs/extending_test.py compares them.
class ShallowStrategy final : public OpenLinkStrategy<double> {
 public:
  explicit ShallowStrategy(double weight) : weight_(weight) {}
  std::string_view name() const override { return "shallow"; }
  void link_read(const LinkRead& read) override {
    const auto slashes = std::ranges::count(read.link.url, '/');
    if (read.target_open) add(read.target, -weight_ * static_cast<double>(slashes));
  }
  Rating rate(UrlId target, int, bool seed) const override {
    if (seed) return {.priority = kSeedPriority};
    const double* const known = known_of(target);
    return {.priority = known == nullptr ? 0 : *known};
  }

 private:
  void add(UrlId target, const double& rating) override { known_.try_emplace(target, rating); }

  double weight_;
};

std::unique_ptr<Strategy> make_shallow(StrategyOptions& options, const StrategyContext&) {
  return std::make_unique<ShallowStrategy>(options.number("weight", 1, 0, 10));
}

struct Known {
  const char* name;
  std::unique_ptr<Strategy> (*make)(StrategyOptions& options, const StrategyContext& context);
};
constexpr Known kExample[] = {
    {"shallow", make_shallow},
};

TEST(StrategyTest, TheOneOfTheManualPrefersUrlsWithFewSegments) {
  const collection::Strategy choice{kExample[0].name, {{"weight", "2"}}};
  StrategyOptions options(choice);
  const auto strategy = kExample[0].make(options, {.topic = topic()});
  ASSERT_TRUE(options.finish());
  test::StrategyDriver crawl(*strategy);
  crawl.fetch(1, 1);
  Link link;
  link.url = "http://a.test/b/c";
  crawl.link(1, 10, link);
  EXPECT_EQ(crawl.rate(10), -8);
  EXPECT_EQ(strategy->rate(10, 0, true).priority, kSeedPriority);
}

/// Rates by number; throws while it is told to.
class Scripted final : public StrategyPlugin {
 public:
  explicit Scripted(bool& throws) : throws_(throws) {}
  PluginAbout about() const override { return {.name = "scripted", .version = "1", .help = ""}; }
  Priority rate(std::uint64_t target, int, bool) override {
    if (throws_) throw std::runtime_error("no idea");
    return {static_cast<double>(target), target == 3};
  }
  void take_raised(std::vector<std::uint64_t>& raised) override { raised = {5}; }

 private:
  bool& throws_;
};

class PluginStrategyTest : public ::testing::Test {
 protected:
  bool throws_ = false;
  std::unique_ptr<Strategy> strategy_ =
      adapt(std::make_unique<Scripted>(throws_), "mine", collection::Topic{});
};

TEST_F(PluginStrategyTest, RatesAsThePlugInDoes) {
  EXPECT_EQ(strategy_->name(), "mine");
  EXPECT_EQ(strategy_->rate(7, 1, false).priority, 7);
  EXPECT_TRUE(strategy_->rate(3, 1, false).pruned);
  std::vector<UrlId> raised;
  strategy_->take_raised(raised);
  EXPECT_EQ(raised, std::vector<UrlId>{5});
  EXPECT_FALSE(strategy_->trouble());
}

TEST_F(PluginStrategyTest, GivesANeutralRatingForAnException) {
  throws_ = true;
  EXPECT_EQ(strategy_->rate(7, 1, false).priority, 0);
  throws_ = false;
  EXPECT_EQ(strategy_->rate(7, 1, false).priority, 7);
  ASSERT_TRUE(strategy_->trouble());
  EXPECT_EQ(strategy_->trouble()->last_failure, "no idea");
  EXPECT_FALSE(strategy_->trouble()->set_aside);
}

TEST_F(PluginStrategyTest, GoesOnBreadthFirstAfterTenFailuresInARow) {
  throws_ = true;
  for (int i = 0; i < plugins::kMostFailures; ++i) strategy_->rate(7, 1, false);
  throws_ = false;
  EXPECT_EQ(strategy_->rate(7, 2, false).priority, -2);
  EXPECT_TRUE(strategy_->trouble()->set_aside);
  EXPECT_THAT(strategy_->remark(), ::testing::HasSubstr("disabled"));
}

}  // namespace
}  // namespace porthole::gatherer
