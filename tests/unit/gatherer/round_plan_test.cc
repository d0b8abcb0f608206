#include "gatherer/frontier/round_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr WallTime kNow{std::chrono::hours(24 * 20'000)};

class RoundPlanTest : public ::testing::Test {
 protected:
  OldPage& page(UrlId id, HostId host, double relevance = 0.5) {
    OldPage& page = pages_.emplace_back();
    page.id = id;
    page.host = host;
    page.relevance = relevance;
    page.fetched_at = kNow - 24h;
    page.hops = 2;
    page.url_length = 20;
    return page;
  }
  RoundPlan plan(std::optional<std::int64_t> most = {}) {
    values_.rate({}, pages_, kNow);
    return {pages_, values_, most};
  }
  static std::vector<UrlId> ids(const std::vector<OldPage>& pages) {
    std::vector<UrlId> out;
    for (const OldPage& page : pages) out.push_back(page.id);
    return out;
  }

  std::vector<OldPage> pages_;
  RecrawlValues values_;
};

TEST_F(RoundPlanTest, FrontPagesAndFeedsOfGoodHostsComeFirst) {
  page(1, 1).is_front = true;
  page(2, 1).is_feed = true;
  page(3, 1);
  page(4, 2, 0.01).is_front = true;
  page(5, 2, 0.01);
  page(6, 2, 0.01);
  RoundPlan round = plan();
  EXPECT_THAT(ids(round.next_part(0)), UnorderedElementsAre(1, 2))
      << "host 2 is about other things";
  EXPECT_THAT(round.next_part(2), IsEmpty()) << "they are more than a twentieth";
}

TEST_F(RoundPlanTest, TheMainFeedIsTheOneWithTheShorterUrl) {
  page(1, 1).is_feed = true;
  page(2, 1).is_feed = true;
  pages_.back().url_length = 10;
  page(3, 1).seed = true;
  EXPECT_THAT(ids(plan().next_part(0)), UnorderedElementsAre(2, 3));
}

TEST_F(RoundPlanTest, AHostWithoutKnownFrontPageHasThePageNearestToASeed) {
  page(1, 1);
  page(2, 1).hops = 1;
  page(3, 1);
  EXPECT_THAT(ids(plan().next_part(0)), ElementsAre(2));
}

TEST_F(RoundPlanTest, APageThatIsDueIsAskedForWhateverTheShare) {
  page(1, 1).is_front = true;
  page(2, 1).is_due = true;
  page(3, 1).is_due = true;
  RoundPlan round = plan();
  round.next_part(0);
  EXPECT_THAT(ids(round.next_part(50)), UnorderedElementsAre(2, 3));
}

TEST_F(RoundPlanTest, TheRestOfATwentiethIsSpentByValue) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 100; ++id) page(id, 1, id == 70 ? 0.9 : 0.5).is_due = id == 99;
  for (UrlId id = 101; id <= 120; ++id) page(id, 1, 0).has_failed = true;
  RoundPlan round = plan();
  round.next_part(0);
  const std::vector<UrlId> best = ids(round.next_part(2));
  ASSERT_THAT(best, SizeIs(3)) << "of five two are spent, and pages that are gone give none";
  EXPECT_EQ(best[0], 99) << "it counts, too";
  EXPECT_EQ(best[1], 70);
}

TEST_F(RoundPlanTest, AStatedNumberReplacesTheTwentieth) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 100; ++id) page(id, 1);
  RoundPlan round = plan(11);
  round.next_part(0);
  EXPECT_THAT(round.next_part(2), SizeIs(10));
}

TEST_F(RoundPlanTest, TwoPagesMoreOfAHostAreTakenOnce) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 9; ++id) page(id, id % 2 == 0 ? 1 : 2);
  RoundPlan round = plan();
  round.next_part(0);
  EXPECT_THAT(ids(round.take_of(1, 2)), UnorderedElementsAre(2, 4));
  EXPECT_THAT(round.take_of(1, 2), IsEmpty());
}

TEST_F(RoundPlanTest, ClaimsAreFollowedTwiceAsFarAsTheyProvedRight) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 41; ++id) page(id, 1);
  RoundPlan round = plan();
  round.next_part(0);
  for (UrlId id = 2; id <= 41; ++id) values_.claim_modified(id, kNow);
  const std::vector<UrlId> first = ids(round.next_part(2));
  ASSERT_THAT(first, SizeIs(RoundPlan::kClaims));
  for (const UrlId id : first) {
    values_.was_read(id, id != first.back());
    round.was_read(id, id != first.back());
  }
  EXPECT_THAT(round.next_part(7), SizeIs(8)) << "four were right";
  EXPECT_THAT(round.next_part(15), IsEmpty()) << "none of the eight was";
}

}  // namespace
}  // namespace porthole::gatherer
