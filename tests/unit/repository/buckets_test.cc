#include "repository/buckets.h"

#include <gtest/gtest.h>

namespace porthole::repository {
namespace {

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
