#include <gtest/gtest.h>

#include "gatherer/frontier/url_table.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::CrawlPieces;

TEST(PageCopiesTest, APageEqualsAnEarlierOneOfItsSiteAlone) {
  CrawlPieces crawl;
  const UrlId first = crawl.fetched_page("http://a.test/1", 7);
  const UrlId copy = crawl.fetched_page("http://a.test/2", 7);
  const UrlId other = crawl.fetched_page("http://a.test/3", 8);
  const UrlId elsewhere = crawl.fetched_page("http://b.test/1", 7);
  EXPECT_EQ(crawl.copies.original_of(first), 0);
  EXPECT_EQ(crawl.copies.original_of(copy), first);
  EXPECT_EQ(crawl.copies.original_of(other), 0);
  EXPECT_EQ(crawl.copies.original_of(elsewhere), 0);
  EXPECT_EQ(crawl.copies.original_of(first), 0) << "it is fetched again";
}

TEST(PageCopiesTest, TheFirstCopyStandsForTheOthersOnceThePageIsGone) {
  CrawlPieces crawl;
  const UrlId first = crawl.fetched_page("http://a.test/1", 7);
  const UrlId copy = crawl.fetched_page("http://a.test/2", 7);
  const UrlId third = crawl.fetched_page("http://a.test/3", 7);
  crawl.copies.restore(first);
  for (const UrlId id : {copy, third}) crawl.urls.set_duplicate_of(id, first);
  crawl.copies.list_copies();
  crawl.copies.page_gone(first);
  EXPECT_EQ(crawl.urls[copy].duplicate_of, 0);
  EXPECT_EQ(crawl.urls[third].duplicate_of, copy);
  EXPECT_EQ(crawl.copies.original_of(crawl.fetched_page("http://a.test/4", 7)), copy);
}

TEST(PageCopiesTest, APageThatIsGoneAndHasNoCopyLeavesItsPlace) {
  CrawlPieces crawl;
  const UrlId first = crawl.fetched_page("http://a.test/1", 7);
  crawl.copies.restore(first);
  crawl.copies.list_copies();
  crawl.copies.page_gone(first);
  EXPECT_EQ(crawl.copies.original_of(crawl.fetched_page("http://a.test/2", 7)), 0);
}

}  // namespace
}  // namespace porthole::gatherer
