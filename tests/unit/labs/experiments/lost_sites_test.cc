#include "labs/experiments/lost_sites.h"

#include <gtest/gtest.h>

#include "gatherer/strategies/breadth_first.h"
#include "tests/support/recorded_web.h"

namespace porthole::labs {
namespace {

using PageId = RecordedLinks::PageId;

class LostSitesTest : public ::testing::Test {
 protected:
  /// The sites "http://good..." that a breadth-first crawl of `pages` pages from http://hub/ lacks.
  std::vector<LostSite> lost_after(std::size_t pages, std::size_t cap = 0) {
    web_ = record_.read();
    CappedPlay crawl{.web = web_,
                     .judge = [&](PageId) -> const gatherer::Judgement& { return judgement_; },
                     .seeds = {web_.find("http://hub/")},
                     .pages = pages,
                     .caps = std::vector<std::size_t>(web_.sites().size(), cap),
                     .keeps_queue = true};
    gatherer::BreadthFirst strategy;
    return lost_sites(crawl, play(crawl, strategy), [&](PageId page) {
      return web_.pages()[page].url.starts_with("http://good");
    });
  }
  const std::string& url(PageId page) const { return web_.pages()[page].url; }

  RecordedWeb record_;
  gatherer::Judgement judgement_;
  RecordedLinks web_;
};

TEST_F(LostSitesTest, NamesTheQueuedPageThatLeadsToASiteThatWasNotFound) {
  for (const char* page : {"http://hub/", "http://hub/a", "http://hub/b", "http://good/"})
    record_.page(page);
  record_.link("http://hub/", "http://hub/a");
  record_.link("http://hub/", "http://hub/b");
  record_.link("http://hub/b", "http://good/");
  const auto lost = lost_after(2);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].found, 0u);
  EXPECT_EQ(lost[0].reached, 1u);
  ASSERT_TRUE(lost[0].waits);
  EXPECT_EQ(url(lost[0].by), "http://hub/b");
  EXPECT_EQ(lost[0].place, 0u);
  EXPECT_EQ(lost[0].links, 1u);
  EXPECT_EQ(url(lost[0].missing), "http://good/");
}

TEST_F(LostSitesTest, NamesNoSiteOfWhichTheCrawlHasAllThatLinksLeadTo) {
  for (const char* page : {"http://hub/", "http://good/", "http://good/no-link-leads-here"})
    record_.page(page);
  record_.link("http://hub/", "http://good/");
  EXPECT_TRUE(lost_after(2).empty());
}

TEST_F(LostSitesTest, KnowsThatASiteAtItsCapIsNoWayToAnother) {
  for (const char* page : {"http://hub/", "http://hub/a", "http://hub/b", "http://good/"})
    record_.page(page);
  record_.link("http://hub/", "http://hub/a");
  record_.link("http://hub/", "http://hub/b");
  record_.link("http://hub/b", "http://good/");
  const auto lost = lost_after(4, 2);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_FALSE(lost[0].waits);
}

}  // namespace
}  // namespace porthole::labs
