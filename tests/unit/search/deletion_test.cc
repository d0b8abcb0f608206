/// Searches of an index that a page was taken out of. Xapian 1.4.22 fails for terms without weight
/// that all pages have, see search/query/conditions.h.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;

constexpr int kPages = 300;
constexpr int kRemoved = 149;  // any other one does, too
const std::string kHome = "https://one.test/";

std::string url_of(int i) { return kHome + "page" + std::to_string(i); }

/// All pages have one type, language, topic, site, author and link, the words "gear" and "wheel";
/// every second one has "odd".
std::vector<Summary> alike_pages() {
  std::vector<Summary> pages;
  for (int i = 0; i < kPages; ++i) {
    const std::string own = "own" + std::to_string(i);
    Summary page =
        summary_of(url_of(i), own, "a gear and a wheel " + own + (i % 2 == 1 ? " odd" : ""));
    page.properties = {{"author", "Jensen"}};
    page.own_annotations = {said(kHome, "home")};
    pages.push_back(page);
  }
  return pages;
}

/// Built of several parts, so that the list of all documents has several blocks.
class DeletionTest : public ::testing::Test {
 protected:
  DeletionTest() {
    index_.add(alike_pages(), {.batch = 40});
    index_.remove(url_of(kRemoved));
  }

  /// "FOUND pages", or the error.
  std::string found(const SearchRequest& request) {
    auto searcher = Searcher::open({index_.path()});
    if (!searcher) return searcher.error().to_string();
    const auto results = searcher->search(request);
    return results ? std::to_string(results->estimated) + " pages" : results.error().to_string();
  }
  std::string found(const std::string& query) {
    SearchRequest request;
    request.query = query;
    request.size = kMaxResultSize;
    request.facets = true;
    return found(request);
  }

  IndexFolder index_;
};

TEST_F(DeletionTest, FiltersByWhatAllPagesShare) {
  for (const char* query :
       {"type:text/html", "type:html lang:en", "gear type:text/html", "type:text/html sort:date",
        "* type:text/html", "topic:Cycling", "site:one.test", "author:jensen", "author:jen*",
        "type:text/*", "linkto:https://one.test/", "gear author:jensen linkto:https://one.test/",
        "odd OR type:text/html", "(odd OR gear) type:text/html", "(type:html author:jensen) OR odd",
        "gear wheel", "gear OR wheel", "gea* lang:en", "-nothing type:html"}) {
    EXPECT_EQ(found(query), "299 pages") << query;
  }
}

TEST_F(DeletionTest, ExcludesWithWhatAllPagesShare) {
  for (const char* query :
       {"odd XOR type:text/html", "gear XOR odd", "type:html -odd", "* -(gear odd)",
        "-(odd type:html) gear", "* -(odd -(gear type:application))",
        "wheel -(gear type:html author:jensen odd)"}) {
    EXPECT_EQ(found(query), "150 pages") << query;
  }
  for (const char* query :
       {"odd type:text/html", "gear -(wheel -odd)", "* -(gear XOR odd)", "odd -(gear -lang:en)",
        "type:html -(gear -(wheel odd))", "* -(type:html -odd)", "* -(author:jensen -odd)"}) {
    EXPECT_EQ(found(query), "149 pages") << query;
  }
  for (const char* query : {"gear -type:html", "-author:jensen gear", "* -gear",
                            "odd -linkto:https://one.test/", "gear -(wheel lang:en)"}) {
    EXPECT_EQ(found(query), "0 pages") << query;
  }
}

TEST_F(DeletionTest, ShowsAFewOfTheOnlySite) {
  SearchRequest request;
  request.query = "type:text/html";
  request.per_site = 3;
  EXPECT_EQ(found(request), "299 pages");
}

TEST_F(DeletionTest, SearchesSeveralIndexesOfWhichOneHasGaps) {
  IndexFolder other;
  other.add({summary_of("https://two.test/", "Paper", "a gear"),
             summary_of("https://two.test/b", "Text", "a wheel")});
  auto searcher = Searcher::open({index_.path(), other.path()});
  ASSERT_TRUE(searcher) << searcher.error().to_string();
  for (const auto& [query, pages] :
       {std::pair{"type:text/html", 301}, std::pair{"author:jensen", 299},
        std::pair{"odd OR lang:en", 301}}) {
    SearchRequest request;
    request.query = query;
    const auto results = searcher->search(request);
    ASSERT_TRUE(results) << query << ": " << results.error().to_string();
    EXPECT_EQ(results->estimated, pages) << query;
  }
}

}  // namespace
}  // namespace porthole::search
