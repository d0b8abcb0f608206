#include "gatherer/frontier/recrawl_values.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr HostId kHost = 3, kOther = 4;
const WallTime kNow = WallTime(1'700'000'000s);

/// Pages 1 to `count` of a host, fetched two days ago.
std::vector<OldPage> pages_of(HostId host, UrlId first, int count) {
  std::vector<OldPage> pages;
  for (int i = 0; i < count; ++i) {
    OldPage& page = pages.emplace_back();
    page.id = first + i;
    page.host = host;
    page.fetched_at = kNow - 48h;
    page.relevance = 0.5;
  }
  return pages;
}

class RecrawlValuesTest : public ::testing::Test {
 protected:
  void SetUp() override { values_.rate({}, pages_of(kHost, 1, 12), kNow); }
  RecrawlValues values_;
};

TEST_F(RecrawlValuesTest, AClaimOfAChangeRaisesTheValueAndOneOfNoneLowersIt) {
  const double value = values_.value_of(3);
  EXPECT_GT(value, 0);
  values_.claim_modified(1, kNow - 1h);
  values_.claim_modified(2, kNow - 1000h);
  EXPECT_GT(values_.value_of(1), value);
  EXPECT_LT(values_.value_of(2), value);
  EXPECT_EQ(values_.value_of(3), value);
  EXPECT_TRUE(values_.take_news());
  EXPECT_FALSE(values_.take_news());
}

// A date without a time is midnight: the page may have changed on that day after it was fetched.
TEST_F(RecrawlValuesTest, ADateOfTheDayOfTheFetchSaysNothing) {
  values_.claim_modified(1, kNow - 50h);
  EXPECT_EQ(values_.value_of(1), values_.value_of(3));
  EXPECT_FALSE(values_.take_news());
}

TEST_F(RecrawlValuesTest, AnOldEntryOfAFeedDoesNotSayThatThePageIsAsItWas) {
  values_.claim_changed(1, kNow - 1000h);
  values_.claim_changed(2, kNow - 1h);
  EXPECT_EQ(values_.value_of(1), values_.value_of(3));
  EXPECT_GT(values_.value_of(2), values_.value_of(3));
}

TEST_F(RecrawlValuesTest, AHostWhoseClaimsProveWrongIsBelievedLess) {
  for (UrlId page = 1; page <= 10; ++page) values_.claim_modified(page, kNow - 1h);
  const double believed = values_.value_of(10);
  for (UrlId page = 1; page <= 8; ++page) values_.was_read(page, false);
  EXPECT_LT(values_.value_of(10), believed);
  EXPECT_TRUE(values_.take_news()) << "the order of the pages that wait is another one";
}

TEST_F(RecrawlValuesTest, AClaimOfOnePageDoesNotTouchThoseOfOtherHosts) {
  RecrawlValues values;
  std::vector<OldPage> pages = pages_of(kHost, 1, 2);
  const std::vector<OldPage> others = pages_of(kOther, 3, 2);
  pages.insert(pages.end(), others.begin(), others.end());
  values.rate({}, pages, kNow);
  values.claim_modified(1, kNow - 1h);
  values.claim_modified(4, kNow - 1h);
  EXPECT_EQ(values.value_of(1), values.value_of(4));
  values.was_read(1, false);
  values.claim_modified(2, kNow - 1h);
  EXPECT_LT(values.value_of(2), values.value_of(4));
}

TEST_F(RecrawlValuesTest, CountsThePagesOfEachHost) {
  EXPECT_EQ(values_.pages_of(kHost), 12U);
  EXPECT_EQ(values_.pages_of(kOther), 0U);
}

TEST_F(RecrawlValuesTest, OfAPageThatWasReadNothingIsHeardAnyMore) {
  values_.was_read(1, true);
  const double value = values_.value_of(1);
  values_.claim_modified(1, kNow - 1h);
  EXPECT_EQ(values_.value_of(1), value);
}

}  // namespace
}  // namespace porthole::gatherer
