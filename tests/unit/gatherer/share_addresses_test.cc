#include "gatherer/frontier/share_addresses.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

bool shares(const char* url) { return is_share_address(Url::parse(url).value()); }

TEST(ShareAddressesTest, FormsThatShareAPageAreKnown) {
  EXPECT_TRUE(shares("https://www.facebook.com/sharer/sharer.php?u=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://www.facebook.com/sharer.php?u=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://x.com/intent/tweet?url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://twitter.com/share?url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://www.linkedin.com/shareArticle?mini=true&url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://api.whatsapp.com/send?text=a"));
}

TEST(ShareAddressesTest, PagesOfTheSameSitesAreNot) {
  EXPECT_FALSE(shares("https://www.facebook.com/beekeepers"));
  EXPECT_FALSE(shares("https://x.com/shareholders"));
  EXPECT_FALSE(shares("https://netflix.com/intent/tweet"));
  EXPECT_FALSE(shares("https://a.test/share"));
}

}  // namespace
}  // namespace porthole::gatherer
