#include "repository/postgres/url_numbers.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "repository/buckets.h"

namespace porthole::repository {
namespace {

TEST(UrlNumbersTest, NumbersAreFoundInBothDirections) {
  UrlNumbers numbers({{7, 1}});
  EXPECT_TRUE(numbers.empty());
  EXPECT_EQ(numbers.own(1), 0);
  numbers.set(1, 10, 7);
  numbers.set(2, 12, 8);
  numbers.set(3, 11, 7);  // Known after a URL with a larger number.
  numbers.set(4, 40, 7);
  EXPECT_EQ(numbers.last(), 4);
  for (const auto& [own, stored] : {std::pair(1, 10), {2, 12}, {3, 11}, {4, 40}}) {
    EXPECT_EQ(numbers.stored(own), stored);
    EXPECT_EQ(numbers.own(stored), own);
  }
  for (const UrlId unknown : {0, 1, 9, 13, 41}) EXPECT_EQ(numbers.own(unknown), 0) << unknown;
  EXPECT_EQ(numbers.stored(5), 0);
}

// A batch takes up adopted URLs before its new ones, whose numbers are smaller.
TEST(UrlNumbersTest, NumbersMayBeTakenUpInAnyOrder) {
  UrlNumbers numbers({});
  numbers.set(3, 30, 0);
  numbers.set(1, 5, 0);
  numbers.set(2, 50, 0);
  numbers.set(4, 60, 0);
  for (const auto& [own, stored] : {std::pair(1, 5), {2, 50}, {3, 30}, {4, 60}})
    EXPECT_EQ(numbers.own(stored), own);
  EXPECT_EQ(numbers.own(0), 0);
}

TEST(UrlNumbersTest, AGathererBeginsWithItsBucketsAndAllPages) {
  EXPECT_EQ(UrlNumbers({{7, 1}, {9, 3}}).wanted_in_sql("u"),
            "(u.bucket IN (7,9) OR u.state IN (1,2))");
  EXPECT_EQ(UrlNumbers({}).wanted_in_sql("u"), "u.state IN (1,2)");
  std::vector<HeldBucket> all;
  for (int bucket = 0; bucket < kBuckets; ++bucket) all.push_back({bucket, 1});
  EXPECT_EQ(UrlNumbers(all).wanted_in_sql("u"), "");
}

TEST(BucketTest, NumbersAreThoseThatAreStored) {
  EXPECT_EQ(bucket_of("example.org"), 837);
  EXPECT_EQ(bucket_of("file:"), 765);
}

// One gatherer asks a host, however many sites the specification makes of it.
TEST(BucketTest, ASiteThatIsAPrefixHasTheBucketOfItsDomain) {
  const int bucket = bucket_of("nipy.org");
  EXPECT_EQ(bucket_of("https://nipy.org/nibabel/"), bucket);
  EXPECT_EQ(bucket_of("http://www.nipy.org:8080/nipy/"), bucket);
  EXPECT_NE(bucket_of("https://lists.debian.org/"), bucket);
  EXPECT_EQ(bucket_of("http://192.0.2.7/a/"), bucket_of("192.0.2.7"));
}

}  // namespace
}  // namespace porthole::repository
