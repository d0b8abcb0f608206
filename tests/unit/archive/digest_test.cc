#include "archive/digest.h"

#include <gtest/gtest.h>

namespace porthole::archive {
namespace {

// FIPS 180-2, appendix A.1 ("abc": a9993e36...), and the digest of nothing as it stands in many a
// WARC file; base 32 worked out with coreutils: printf abc | sha1sum | xxd -r -p | base32.
TEST(DigestTest, IsSha1InBase32) {
  EXPECT_EQ(sha1_digest("abc"), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  EXPECT_EQ(sha1_digest(""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
}

TEST(DigestTest, OfTwoPiecesIsThatOfTheWhole) {
  EXPECT_EQ(sha1_digest("ab", "c"), sha1_digest("abc"));
}

}  // namespace
}  // namespace porthole::archive
