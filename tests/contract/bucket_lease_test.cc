// The leases of buckets: who holds which sites, and how they pass from one gatherer to another.

#include "repository/bucket_lease.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "repository/open_repository.h"
#include "tests/support/postgres_cluster.h"

namespace porthole::repository {
namespace {

using namespace std::chrono_literals;

class BucketLeaseInPostgresTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_POSTGRES();
    url_ =
        testing::PostgresCluster::shared().url(std::string("lease_") + std::to_string(++schemas_));
  }
  std::unique_ptr<BucketLease> join(const std::string& name,
                                    std::chrono::milliseconds term = 30s) const {
    auto joined = BucketLease::join(url_, name, term);
    EXPECT_TRUE(joined) << joined.error().to_string();
    return joined ? std::move(*joined) : nullptr;
  }
  static std::size_t held_by(BucketLease& lease) { return lease.renew()->size(); }
  /// Takes the buckets that `lease` may have, as soon as they are anybody's.
  static void take_share(BucketLease& lease, std::size_t expected) {
    while (held_by(lease) < expected) {
      ASSERT_TRUE(lease.take(expected - held_by(lease)));
      std::this_thread::yield();
    }
  }

  std::string url_;

 private:
  static inline int schemas_ = 0;
};

TEST_F(BucketLeaseInPostgresTest, TheFirstGathererTakesAllBuckets) {
  const auto west = join("west");
  EXPECT_EQ(west->census()->live, 1);
  EXPECT_EQ(west->census()->fair_share(), 1024U);
  EXPECT_EQ(*west->take(1024), 1024U);
  const auto held = *west->renew();
  ASSERT_EQ(held.size(), 1024U);
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    EXPECT_EQ(held[static_cast<std::size_t>(bucket)], (HeldBucket{bucket, 1}));
  }
}

TEST_F(BucketLeaseInPostgresTest, OneOfThemCameFirst) {
  const auto west = join("west");
  EXPECT_TRUE(west->came_first());
  EXPECT_FALSE(join("east")->came_first());
  ASSERT_TRUE(west->leave(BucketLease::Leaving::kAlone));
  EXPECT_FALSE(join("south")->came_first()) << "east has not ended";
}

TEST_F(BucketLeaseInPostgresTest, ANewcomerTakesOnlyThoseThatWereGivenBack) {
  const auto west = join("west");
  ASSERT_TRUE(west->take(1024));
  const auto east = join("east");
  EXPECT_EQ(west->census()->live, 2);
  EXPECT_EQ(east->census()->fair_share(), 512U);
  EXPECT_EQ(*east->take(512), 0U);
  ASSERT_TRUE(west->give_back({7, 9}));
  EXPECT_EQ(*east->take(512), 2U);
  EXPECT_EQ(*east->renew(), (std::vector<HeldBucket>{{7, 2}, {9, 2}}));
  EXPECT_EQ(held_by(*west), 1022U);
}

TEST_F(BucketLeaseInPostgresTest, ALeaseThatIsNotRenewedIsTakenOverInANewEpoch) {
  const auto west = join("west", 20ms);
  ASSERT_TRUE(west->take(1024));
  const auto east = join("east");
  take_share(*east, 1024);
  EXPECT_EQ(held_by(*west), 0U);
  EXPECT_EQ(east->renew()->front(), (HeldBucket{0, 2}));
}

TEST_F(BucketLeaseInPostgresTest, ALeaseThatRanOutAndNobodyTookIsRenewed) {
  const auto west = join("west", 1ms);
  ASSERT_TRUE(west->take(1024));
  EXPECT_EQ(held_by(*west), 1024U);
}

// Its epoch would grow, and the gatherer's own commits would be refused.
TEST_F(BucketLeaseInPostgresTest, NobodyTakesItsOwnLeasesAnew) {
  const auto west = join("west", 1ms);
  ASSERT_TRUE(west->take(1024));
  EXPECT_EQ(*west->take(1024), 0U);
  EXPECT_EQ(west->renew()->front(), (HeldBucket{0, 1}));
}

TEST_F(BucketLeaseInPostgresTest, ANameBelongsToOneProcess) {
  auto west = join("west");
  ASSERT_TRUE(west->take(1024));
  const int number = west->gatherer();
  const auto second = BucketLease::join(url_, "west", 30s);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  west.reset();
  const auto again = join("west");
  EXPECT_EQ(again->gatherer(), number);
  EXPECT_EQ(held_by(*again), 0U) << "a former process may still run";
  EXPECT_EQ(*again->take(1024), 1024U);
  EXPECT_EQ(again->renew()->front(), (HeldBucket{0, 3}));
}

TEST_F(BucketLeaseInPostgresTest, AGathererOfAnotherNameIsAnother) {
  const auto west = join("west");
  const auto east = join("east");
  EXPECT_NE(west->gatherer(), east->gatherer());
  EXPECT_GT(west->gatherer(), 1) << "the one that writes alone";
  const auto wrong = BucketLease::join(url_, "We'st", 30s);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kUsage);
}

TEST_F(BucketLeaseInPostgresTest, TheCrawlIsOverWhenAllBucketsAreHeldByIdleGatherers) {
  const auto west = join("west");
  const auto east = join("east");
  ASSERT_TRUE(west->take(512));
  ASSERT_TRUE(west->note_idle());
  ASSERT_TRUE(east->note_idle());
  EXPECT_FALSE(*west->is_over()) << "nobody holds the other half";
  ASSERT_TRUE(east->take(512));
  EXPECT_TRUE(*west->is_over());
  ASSERT_TRUE(west->leave(BucketLease::Leaving::kWithTheCrawl));
  EXPECT_TRUE(*east->is_over());
  EXPECT_EQ(*east->take(1024), 0U) << "it ends, too";
  const auto north = join("north");
  EXPECT_EQ(*north->take(1024), 512U) << "a new crawl begins";
  EXPECT_FALSE(*east->is_over());
}

TEST_F(BucketLeaseInPostgresTest, AllTogetherClaimNoMorePagesThanTheCrawlMayHave) {
  const auto west = join("west"), east = join("east");
  EXPECT_EQ(*west->claim({.most = 100, .used = 0, .has_work = true}), 25) << "half of its part";
  EXPECT_EQ(*east->claim({.most = 100, .used = 0, .has_work = true}), 18);
  EXPECT_EQ(*west->claim({.most = 100, .used = 25, .has_work = true}), 25 + 14);
  EXPECT_EQ(*west->claim({.most = 100, .used = 82, .has_work = true}), 82) << "none is left";
  EXPECT_EQ(*west->claim({.most = 100, .used = 81, .has_work = true}), 82);
  EXPECT_EQ(*west->claim({.most = 100, .used = 30, .has_work = false}), 30) << "it gives back";
  EXPECT_EQ(*east->claim({.most = 100, .used = 69, .has_work = true}), 70);
  ASSERT_TRUE(east->leave(BucketLease::Leaving::kAlone));
  EXPECT_EQ(*west->claim({.most = 100, .used = 99, .has_work = true}), 100)
      << "east has committed none";
}

TEST_F(BucketLeaseInPostgresTest, WhoLeavesAloneLeavesTheBucketsToOthers) {
  const auto west = join("west");
  const auto east = join("east");
  ASSERT_TRUE(west->take(1024));
  ASSERT_TRUE(west->note_idle());
  ASSERT_TRUE(east->note_idle());
  ASSERT_TRUE(west->leave(BucketLease::Leaving::kAlone));
  EXPECT_FALSE(*east->is_over());
  EXPECT_EQ(east->census()->live, 1);
  EXPECT_EQ(*east->take(1024), 1024U);
}

TEST_F(BucketLeaseInPostgresTest, WhoWritesAloneAndSeveralGatherersKeepEachOtherAway) {
  {
    const auto alone = open_postgres(url_, Access::kWrite);
    ASSERT_TRUE(alone);
    const auto west = BucketLease::join(url_, "west", 30s);
    ASSERT_FALSE(west);
    EXPECT_EQ(west.error().code, ErrorCode::kBusy);
  }
  EXPECT_TRUE(BucketLease::join(url_, "west", 30s));
}

}  // namespace
}  // namespace porthole::repository
