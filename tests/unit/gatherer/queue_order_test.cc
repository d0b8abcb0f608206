#include "gatherer/fetch/queue_order.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

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

}  // namespace
}  // namespace porthole::gatherer
