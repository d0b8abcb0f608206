#include "labs/comparison/harvest.h"

#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

/// Pages a..h; those whose letter is in `on_topic` are, site by site; "s" begins the seeds.
Harvest harvest(const std::vector<std::string>& urls, const std::string& on_topic) {
  std::vector<CrawledPage> pages;
  for (const std::string& url : urls) {
    CrawledPage page;
    page.url = url;
    page.seed = url[0] == 's';
    pages.push_back(page);
  }
  std::string seen;
  return harvest_of(pages, [&](const std::string& url) {
    const char name = url.back();
    const bool again = seen.find(name) != std::string::npos;
    seen += name;
    return Label{on_topic.find(name) != std::string::npos, again,
                 std::string(1, static_cast<char>('0' + name % 2))};
  });
}

TEST(HarvestTest, CountsPagesAndSitesOnTopicInOrder) {
  const Harvest h = harvest({"sa", "b", "c", "d", "e"}, "ace");
  EXPECT_EQ(h.pages, 5u);
  EXPECT_EQ(h.found_at, (std::vector<std::size_t>{1, 3, 5}));
  EXPECT_EQ(h.site_at, (std::vector<std::size_t>{1}));
  EXPECT_EQ(h.found(0), 0u);
  EXPECT_EQ(h.found(3), 2u);
  EXPECT_EQ(h.found(100), 3u);
}

TEST(HarvestTest, CountsAPageUnderTwoSpellingsOnce) {
  const Harvest h = harvest({"sa", "b", "xb", "c"}, "bc");
  EXPECT_EQ(h.pages, 3u);
  EXPECT_EQ(h.found_at, (std::vector<std::size_t>{2, 3}));
}

// found(n) = 1 1 2 2 3 3 for n = 1..6: mean 12 / 6.
TEST(HarvestTest, TakesTheMeanOfTheCurveAsItsArea) {
  EXPECT_DOUBLE_EQ(harvest({"sa", "b", "c", "d", "e"}, "ace").area(6), 2);
}

// Beside the seed: b no, c yes, d no, e yes. Until the first find 1 of 2, until the second 2 of 4.
TEST(HarvestTest, LeavesSeedsOutOfItsPrecision) {
  const Harvest h = harvest({"sa", "b", "c", "d", "e"}, "ace");
  EXPECT_DOUBLE_EQ(h.precision_until(1), 0.5);
  EXPECT_DOUBLE_EQ(h.precision_until(2), 0.5);
  EXPECT_DOUBLE_EQ(h.precision_until(9), 0.5) << "never found: the whole crawl counts";
  EXPECT_DOUBLE_EQ(harvest({"sa"}, "a").precision_until(1), 0);
}

}  // namespace
}  // namespace porthole::labs
