#include "gatherer/fetch/queue_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/frontier/refresh_order.h"
#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {
namespace {
using collection::PriorityRule;
using ::testing::HasSubstr;

const Waiting kFresh{.id = 2, .relevance = 0.3, .tries = 0, .hops = 4, .load = 9};
const Waiting kTried{.id = 1, .relevance = 0.9, .tries = 1, .hops = 1, .load = 0};

TEST(QueueOrderTest, TakesFewTriesThenRelevanceThenLittleLoad) {
  const QueueOrder order;
  EXPECT_EQ(order.text(), "tries asc, relevance desc, load asc");
  EXPECT_TRUE(order.before(kFresh, kTried));
  EXPECT_TRUE(order.before({.id = 2, .relevance = 0.9}, {.id = 1, .relevance = 0.3}));
  EXPECT_TRUE(
      order.before({.id = 2, .relevance = 0.9, .load = 1}, {.id = 1, .relevance = 0.9, .load = 2}));
}

TEST(QueueOrderTest, TakesWhatIsKnownLongestAmongEquals) {
  EXPECT_TRUE(QueueOrder().before({.id = 1}, {.id = 2}));
  EXPECT_FALSE(QueueOrder().before({.id = 1}, {.id = 1}));
}

TEST(QueueOrderTest, ReadsWhatItWrites) {
  for (const char* text :
       {"relevance desc", "hops asc, relevance asc", "load desc, tries desc, hops desc"}) {
    const auto order = QueueOrder::parse(text);
    ASSERT_TRUE(order) << text;
    EXPECT_EQ(order->text(), text);
  }
}

TEST(QueueOrderTest, UnderstandsANameWithoutADirection) {
  EXPECT_EQ(*QueueOrder::parse("tries,relevance,  load"), QueueOrder());
  EXPECT_TRUE(QueueOrder::parse("hops")->before(kTried, kFresh));
}

TEST(QueueOrderTest, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "size", "tries up", "tries asc desc", "tries, tries", "tries,"}) {
    EXPECT_FALSE(QueueOrder::parse(text)) << text;
  }
}

TEST(PrecedenceTest, TheLastRuleThatMatchesDecides) {
  const Precedence precedence =
      Precedence::make({{.matches = {.hosts = {"*.a.test"}}, .value = 2},
                        {.matches = {.path = "/archive/"}, .value = -3},
                        {.matches = {.hosts = {"b.test"}, .path = "/archive/"}, .value = 1}})
          .value();
  EXPECT_EQ(precedence.of("http://www.a.test/"), 2);
  EXPECT_EQ(precedence.of("http://www.a.test/archive/1"), -3);
  EXPECT_EQ(precedence.of("http://b.test/archive/1"), 1);
  EXPECT_EQ(precedence.of("http://b.test/"), 0);
  EXPECT_EQ(precedence.of("no URL"), 0);
}

TEST(PrecedenceTest, WithoutRulesEveryUrlHasTheSame) {
  EXPECT_TRUE(Precedence().empty());
  EXPECT_EQ(Precedence().of("http://a.test/"), 0);
}

TEST(PrecedenceTest, StoredPrioritiesHaveTheOrderOfTheQueueAndGiveTheirPartsBack) {
  double before = -1e300;
  for (const int precedence : {-10, -1, 0, 1, 10}) {
    for (const double rating : {-1e9, -3.0, 0.0, 0.25, 1e9}) {
      const double stored = stored_priority(rating, precedence);
      EXPECT_GT(stored, before) << rating << " with " << precedence;
      before = stored;
      EXPECT_NEAR(parts_of_priority(stored).rating, rating, 1e-5);
      EXPECT_EQ(parts_of_priority(stored).precedence, precedence);
    }
  }
  EXPECT_EQ(stored_priority(1e300, 0), 1e9) << "of a plug-in";
}

KnownPage page(int fetched, int tries, double hub, double authority, double relevance) {
  return {WallTime{std::chrono::seconds(fetched)}, tries, hub, authority, relevance, 0, 0};
}

bool before(const std::string& order, const KnownPage& a, const KnownPage& b) {
  const auto parsed = RefreshOrder::parse(order);
  EXPECT_TRUE(parsed) << parsed.error().to_string();
  return parsed && parsed->before(a, b) && !parsed->before(b, a);
}

// The two orders of VLDB 1999, section 3.2, for crawl maintenance.
TEST(RefreshOrderTest, ComparesColumnsOneAfterTheOther) {
  const KnownPage old_page = page(1, 1, .1, .1, .1), old_hub = page(1, 2, .5, .2, .1),
                  new_hub = page(2, 2, .9, .2, .7);
  EXPECT_TRUE(before("lastvisited asc, hub desc", old_hub, old_page));
  EXPECT_TRUE(before("lastvisited asc, hub desc", old_page, new_hub));
  EXPECT_TRUE(before("tries desc, authority desc, relevance desc", new_hub, old_hub));
  EXPECT_TRUE(before("tries desc, authority desc, relevance desc", old_hub, old_page));
  EXPECT_TRUE(before("tries", old_page, old_hub)) << "ascending by default";
  EXPECT_TRUE(before("hub", new_hub, old_hub)) << "descending by default";
  EXPECT_FALSE(RefreshOrder::by_hubs().before(old_page, old_page));
}

TEST(RefreshOrderTest, DensityDecidesBetweenHubsOfTheSameRelevance) {
  KnownPage thin = page(1, 1, .5, .1, .3), dense = thin;
  dense.density = .2;
  EXPECT_TRUE(RefreshOrder::by_hubs().before(dense, thin));
  EXPECT_TRUE(RefreshOrder::by_value().before(dense, thin));
  thin.relevance = .4;
  EXPECT_TRUE(RefreshOrder::by_hubs().before(thin, dense));
}

TEST(RefreshOrderTest, IsReadAsItIsWritten) {
  EXPECT_EQ(RefreshOrder::parse(" lastvisited,  hub  asc ")->text(), "lastvisited asc, hub asc");
  EXPECT_EQ(RefreshOrder::by_hubs().text(), "hub desc, relevance desc, density desc");
  EXPECT_TRUE(RefreshOrder::by_value().needs_value());
  EXPECT_FALSE(RefreshOrder::by_hubs().needs_value());
  for (const char* const wrong :
       {"", "colour", "hub up", "hub, hub desc", "hub desc asc", "hub,"}) {
    const auto order = RefreshOrder::parse(wrong);
    ASSERT_FALSE(order) << wrong;
    EXPECT_EQ(order.error().code, ErrorCode::kUsage);
    EXPECT_THAT(order.error().hint, HasSubstr("lastvisited, tries, hub, authority"));
  }
}

TEST(RefreshOrderTest, AWrongOrderOfASpecificationHasItsPlace) {
  collection::Specification specification;
  specification.file = "/c/porthole.xml";
  EXPECT_EQ(RefreshOrder::specified(specification)->text(), RefreshOrder::by_hubs().text());
  specification.refresh.order = "foo desc";
  specification.refresh.place = {7, 3};
  const auto order = RefreshOrder::specified(specification);
  ASSERT_FALSE(order);
  EXPECT_EQ(order.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(order.error().to_string(), HasSubstr("/c/porthole.xml:7:3: not a valid order"));
}

}  // namespace
}  // namespace porthole::gatherer
