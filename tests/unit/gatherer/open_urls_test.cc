#include "gatherer/strategies/open_urls.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace porthole::gatherer {
namespace {

constexpr std::uint32_t kLargest = std::numeric_limits<std::uint32_t>::max();

OpenUrls::Url full_url() {
  OpenUrls::Url url;
  url.site = 7;
  url.folder = 300;
  url.read = -1.25F;
  url.own = 0b1010;
  url.depth = 20;
  url.readings = 2;
  url.sitemap = true;
  url.citing = {{1, 0}, {kLargest, kLargest}, {128, 127}};
  url.terms = {0, 1, 127, 128, 100'000, kLargest};
  url.seen = {kLargest, 0, 5};
  return url;
}

void expect_equal(const OpenUrls::Url& a, const OpenUrls::Url& b) {
  EXPECT_EQ(a.site, b.site);
  EXPECT_EQ(a.folder, b.folder);
  EXPECT_EQ(a.read, b.read);
  EXPECT_EQ(a.own, b.own);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.readings, b.readings);
  EXPECT_EQ(a.sitemap, b.sitemap);
  ASSERT_EQ(a.citing.size(), b.citing.size());
  for (std::size_t i = 0; i < a.citing.size(); ++i) {
    EXPECT_EQ(a.citing[i].page, b.citing[i].page);
    EXPECT_EQ(a.citing[i].list, b.citing[i].list);
  }
  EXPECT_EQ(a.terms, b.terms);
  EXPECT_EQ(a.seen, b.seen);
}

TEST(OpenUrlsTest, GivesBackAllThatWasPut) {
  OpenUrls urls;
  urls.put(3, full_url());
  OpenUrls::Url url;
  EXPECT_TRUE(urls.get(3, url));
  expect_equal(url, full_url());
  EXPECT_EQ(urls.head(3).folder, 300u);
}

TEST(OpenUrlsTest, AnUnknownUrlIsEmpty) {
  OpenUrls urls;
  urls.put(3, full_url());
  for (const UrlId id : {1, 2, 4, 1000}) {
    OpenUrls::Url url = full_url();
    EXPECT_FALSE(urls.contains(id));
    EXPECT_FALSE(urls.get(id, url));
    expect_equal(url, OpenUrls::Url());
  }
}

TEST(OpenUrlsTest, ReplacesAndErases) {
  OpenUrls urls;
  urls.put(1, full_url());
  urls.put(5, full_url());
  OpenUrls::Url changed = full_url();
  changed.terms = {9};
  urls.put(5, changed);
  EXPECT_EQ(urls.size(), 2u);
  OpenUrls::Url url;
  EXPECT_TRUE(urls.get(5, url));
  expect_equal(url, changed);
  urls.erase(1);
  urls.erase(1);
  EXPECT_EQ(urls.size(), 1u);
  std::vector<UrlId> left;
  urls.for_each([&](UrlId id) { left.push_back(id); });
  EXPECT_EQ(left, std::vector<UrlId>{5});
}

}  // namespace
}  // namespace porthole::gatherer
