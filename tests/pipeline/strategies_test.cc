// Properties of all strategies: order, change during a crawl, politeness.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/importance_model.h"

namespace porthole::testing {
namespace {

using namespace std::chrono_literals;

/// A strategy's ratings as the crawl sees them, and what they were when each page was chosen.
class Watched final : public gatherer::Strategy {
 public:
  struct Choice {
    repository::UrlId url;
    double priority;
    double best_other;  ///< The best of what else could have been chosen.
  };

  Watched(std::unique_ptr<gatherer::Strategy> inner, std::vector<Choice>& choices)
      : inner_(std::move(inner)), choices_(choices) {}

  std::string_view name() const override { return inner_->name(); }
  gatherer::QueueOrder order() const override { return gatherer::QueueOrder::by_relevance(); }
  void page_judged(const gatherer::JudgedPage& page) override {
    note(page.id);
    open_.erase(page.id);
    inner_->page_judged(page);
  }
  void link_read(const gatherer::LinkRead& read) override {
    if (read.target_open) open_.try_emplace(read.target, read.source.hops + 1);
    inner_->link_read(read);
  }
  void merge(repository::UrlId alias, repository::UrlId target) override {
    inner_->merge(alias, target);
  }
  void forget(repository::UrlId target) override {
    open_.erase(target);
    inner_->forget(target);
  }
  gatherer::Rating rate(repository::UrlId target, int hops, bool seed) const override {
    if (seed) seeds_.insert(target);
    return inner_->rate(target, hops, seed);
  }
  void take_raised(std::vector<repository::UrlId>& raised) override { inner_->take_raised(raised); }

 private:
  // One page at a time: nothing was told since this one was chosen, and all ratings are what they
  // were.
  void note(repository::UrlId chosen) {
    if (seeds_.contains(chosen) || !open_.contains(chosen)) return;
    double best = -1e300;
    for (const auto& [url, hops] : open_) {
      const gatherer::Rating rating = inner_->rate(url, hops, false);
      if (url != chosen && !rating.pruned) best = std::max(best, rating.priority);
    }
    choices_.push_back({chosen, inner_->rate(chosen, open_.at(chosen), false).priority, best});
  }

  std::unique_ptr<gatherer::Strategy> inner_;
  std::vector<Choice>& choices_;
  std::map<repository::UrlId, int> open_;
  mutable std::set<repository::UrlId> seeds_;
};

std::string about(const std::string& topic, const std::string& name,
                  const std::vector<std::string>& targets, const std::string& words) {
  std::string html = "<title>" + name + " " + topic + "</title><p>" + name + ":";
  for (int i = 0; i < 12; ++i) html += " " + topic;
  html += "</p>";
  for (const std::string& target : targets) html += link(target, words);
  return html;
}

class EveryStrategyTest : public GatherFixture, public ::testing::WithParamInterface<std::string> {
 protected:
  /// Three sites of four pages, all on the topic and said to be, so that no strategy prunes any.
  void make_web_on_topic() {
    for (const char* const host : {"http://a.test", "http://b.test", "http://c.test"}) {
      const std::string site = host;
      pages_.insert(site + "/");
      web_.page(site + "/",
                about("telescope", site, {"/telescope1", "/2", "http://b.test/", "http://c.test/"},
                      "telescope"));
      for (const char* const path : {"/telescope1", "/2", "/3"}) {
        pages_.insert(site + path);
        web_.page(site + path,
                  about("telescope", site + path, {"/3", "/", "http://a.test/2"}, "light curve"));
      }
    }
  }
  SpecificationText by_strategy(const std::string& name) const {
    SpecificationText text = from({"http://a.test/"});
    text.strategy = "<strategy name=\"" + name + "\"/>";
    return text;
  }
  void expect_all_once(const TestCollection& collection) const {
    EXPECT_EQ(collection.pages(), pages_);
    for (const std::string& page : pages_) EXPECT_EQ(web_.times_asked(page), 1) << page;
    const repository::Counts counts = collection.repository()->counts().value();
    EXPECT_EQ(counts.queued, 0);
    EXPECT_EQ(counts.dropped, 0);
  }

  Pages pages_;
};

// Sites on the topic and off it, linked crosswise, so that ratings differ and change.
TEST_P(EveryStrategyTest, FetchesTheHigherPriorityFirst) {
  const std::vector<std::string> sites = {"http://a.test", "http://b.test", "http://c.test",
                                          "http://d.test"};
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const std::string& next = sites[(i + 1) % sites.size()];
    const std::string topic = i % 2 == 0 ? "telescope" : "recipe";
    web_.page(sites[i] + "/",
              about(topic, sites[i], {"/" + topic, "/2", next + "/", next + "/3"}, topic));
    for (const std::string& path : {"/" + topic, std::string("/2"), std::string("/3")}) {
      web_.page(sites[i] + path,
                about(path == "/3" ? "telescope" : topic, sites[i] + path,
                      {"/2", "/3", next + "/2", "http://a.test/3"}, path == "/2" ? "" : topic));
    }
  }
  std::vector<Watched::Choice> choices;
  const TestCollection collection(from({"http://a.test/"}));
  const collection::Topic topic = collection.open().specification().topic;
  gatherer::GatherOptions options;
  options.pages_at_once = 1;
  options.own_strategy = [&] {
    auto made = gatherer::make_strategy({GetParam(), {}}, {.topic = topic});
    EXPECT_TRUE(made);
    return std::make_unique<Watched>(std::move(made->strategy), choices);
  };
  collection.gather(options);
  EXPECT_GE(choices.size(), 3u);
  for (const Watched::Choice& choice : choices) {
    // The crawl leaves a rating that has sunk by less than a tenth where it was.
    EXPECT_GE(choice.priority + 0.1 * std::abs(choice.priority), choice.best_other)
        << collection.repository()->urls().get(choice.url).value().value().href;
  }
}

// From this strategy to every other: after four pages of the one the other does the rest.
TEST_P(EveryStrategyTest, LosesAndRepeatsNothingWhenAnotherTakesOver) {
  for (const std::string& other : gatherer::strategy_names()) {
    if (other == GetParam()) continue;
    SCOPED_TRACE(GetParam() + ", then " + other);
    make_web_on_topic();
    const auto asked_before = web_.asked().size();
    const TestCollection collection(by_strategy(GetParam()));
    give_importance_model(collection.open());
    collection.gather(up_to(4));
    collection.gather(by(other));
    EXPECT_EQ(collection.pages(), pages_);
    std::map<std::string, int> times;
    const std::vector<SmallWeb::Asked> asked = web_.asked();
    for (std::size_t i = asked_before; i < asked.size(); ++i) ++times[asked[i].url];
    for (const std::string& page : pages_) EXPECT_EQ(times[page], 1) << page;
    const repository::Counts counts = collection.repository()->counts().value();
    EXPECT_EQ(counts.queued, 0);
    EXPECT_EQ(counts.dropped, 0);
  }
}

// The specification changes while the crawl waits for its hosts; reading the manual clock advances
// it.
TEST_P(EveryStrategyTest, TakesOverACrawlThatRuns) {
  make_web_on_topic();
  const std::string before = GetParam() == "breadth-first" ? "in-links" : "breadth-first";
  SpecificationText text = by_strategy(before);
  text.politeness = "<politeness delay=\"5\" simulated=\"yes\"/>";
  const TestCollection collection(text);
  ManualClock clock(100ms);
  gatherer::GatherOptions options;
  options.clock = &clock;
  bool changed = false;
  options.progress = [&](const gatherer::Progress& progress) {
    if (progress.under_way == 0) clock.advance(1s);
    if (changed || progress.fetched < 2) return;
    changed = true;
    text.strategy = by_strategy(GetParam()).strategy;
    collection.respecify(text);
  };
  collection.gather(options);
  ASSERT_TRUE(changed);
  expect_all_once(collection);
  EXPECT_EQ(collection.repository()->crawl().last_run().value().value().strategy, GetParam());
}

// With one page at a time, all that is known is in the queue when the next page is chosen.
TEST_P(EveryStrategyTest, FetchesByThePrioritiesOfTheSpecificationBeforeItsOwn) {
  make_web_on_topic();
  SpecificationText text = by_strategy(GetParam());
  text.scope = "<priority path=\"/3$\" value=\"5\"/><priority path=\"/2$\" value=\"-5\"/>";
  const TestCollection collection(text);
  give_importance_model(collection.open());
  gatherer::GatherOptions options;
  options.pages_at_once = 1;
  collection.gather(options);
  expect_all_once(collection);
  std::vector<std::string> order;
  for (const SmallWeb::Asked& asked : web_.asked()) {
    if (pages_.contains(asked.url)) order.push_back(asked.url);
  }
  ASSERT_EQ(order.size(), 12u);
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(order[i].ends_with("/2"), i >= 9) << order[i] << " is page " << i;
    if (!order[i].ends_with("/telescope1")) continue;
    EXPECT_TRUE(order[i + 1].ends_with("/3")) << order[i] << ", then " << order[i + 1];
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategyTest,
                         ::testing::ValuesIn(gatherer::strategy_names()), [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// Six pages of a.test and six of b.test, all linked by the seed.
class LimitsWhileItRunsTest : public GatherFixture {
 protected:
  LimitsWhileItRunsTest() {
    std::vector<std::string> links;
    for (const char* const host : {"http://a.test/", "http://b.test/"}) {
      for (int i = 1; i <= 6; ++i) {
        links.push_back(host + std::to_string(i));
        web_.page(links.back(), linking(links.back(), {}));
      }
    }
    web_.page("http://a.test/", linking("seed", links));
    text_ = from({"http://a.test/"});
    text_.politeness = "<politeness delay=\"5\" simulated=\"yes\"/>";
  }
  /// Gathers with `before` in <scope>, and with `after` from the third page on.
  gatherer::GatherReport gather(const std::string& before, const std::string& after,
                                gatherer::GatherOptions options = {}) {
    text_.scope = before;
    collection_ = std::make_unique<TestCollection>(text_);
    ManualClock clock(100ms);
    options.clock = &clock;
    options.progress = [&](const gatherer::Progress& progress) {
      if (progress.under_way == 0) clock.advance(1s);
      if (progress.fetched < 3 || text_.scope == after) return;
      text_.scope = after;
      collection_->respecify(text_);
    };
    return collection_->gather(options);
  }
  std::size_t pages_of(const std::string& site) const {
    const Pages pages = collection_->pages();
    return static_cast<std::size_t>(std::ranges::count_if(
        pages, [&](const std::string& page) { return page.starts_with("http://" + site + "/"); }));
  }

  SpecificationText text_;
  std::unique_ptr<TestCollection> collection_;
};

TEST_F(LimitsWhileItRunsTest, ASmallerNumberOfPagesEndsTheRun) {
  const auto report = gather("", "<limit pages=\"5\"/>");
  EXPECT_EQ(report.stop_reason, repository::StopReason::kBudget);
  EXPECT_LT(report.fetched, 13);
  EXPECT_GE(report.fetched, 5);
}

TEST_F(LimitsWhileItRunsTest, ALargerNumberCountsInPlaceOfTheOneTyped) {
  const auto report = gather("<limit pages=\"4\"/>", "<limit pages=\"9\"/>", up_to(6));
  EXPECT_EQ(report.stop_reason, repository::StopReason::kBudget);
  EXPECT_EQ(report.fetched, 9);
}

TEST_F(LimitsWhileItRunsTest, ASmallerCapOfASiteDropsTheRestOfIt) {
  gather("", "<limit pages-per-site=\"4\"/>");
  EXPECT_LE(pages_of("a.test"), 5u);
  EXPECT_LE(pages_of("b.test"), 5u);
  EXPECT_GT(collection_->repository()->counts().value().dropped, 0);
}

TEST_F(LimitsWhileItRunsTest, ALargerCapOfASiteLetsItsPagesIn) {
  gather("<limit pages-per-site=\"2\"/>", "<limit pages-per-site=\"20\"/>");
  EXPECT_EQ(pages_of("a.test"), 7u);
  EXPECT_EQ(pages_of("b.test"), 6u);
}

TEST_F(LimitsWhileItRunsTest, ARuleStopsAHostAtOnce) {
  gather("<accept scheme=\"http\"/>", "<accept scheme=\"http\"/><reject host=\"b.test\"/>");
  EXPECT_EQ(pages_of("a.test"), 7u);
  EXPECT_LE(pages_of("b.test"), 3u) << "those that were fetched or on the wire";
  EXPECT_GE(collection_->repository()->counts().value().dropped, 3);
}

TEST_F(LimitsWhileItRunsTest, ARuleThatGoesLetsItsPagesIn) {
  gather("<accept scheme=\"http\"/><reject host=\"b.test\"/>", "<accept scheme=\"http\"/>");
  EXPECT_EQ(pages_of("a.test"), 7u);
  EXPECT_EQ(pages_of("b.test"), 6u);
}

}  // namespace
}  // namespace porthole::testing
