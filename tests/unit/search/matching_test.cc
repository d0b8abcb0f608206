#include "search/ranking/matching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xapian.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::summary_of;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/// Its title makes it a page of its own.
Summary page(const std::string& url, const std::string& text, double relevance) {
  Summary made = summary_of(url, "Page " + url, text);
  made.relevance = Relevance(relevance);
  return made;
}

Results answer(const std::vector<std::filesystem::path>& folders, const SearchRequest& request) {
  auto searcher = Searcher::open(folders);
  EXPECT_TRUE(searcher) << searcher.error().to_string();
  auto results = searcher->search(request);
  EXPECT_TRUE(results) << results.error().to_string();
  return results.value_or(Results{});
}

std::vector<std::string> urls(const Results& results) {
  std::vector<std::string> found;
  for (const Hit& hit : results.hits) found.push_back(hit.url);
  return found;
}

// So many that only some of them are weighed by the whole score: the neighbours stand side by side
// on every second page.
std::vector<Summary> many_pages() {
  std::vector<Summary> pages;
  for (int i = 0; i < 150; ++i) {
    const std::string text = i % 2 == 0 ? "a quiet gear" : "a gear that is quiet";
    pages.push_back(page("https://site" + std::to_string(i) + ".example/", text, 0.3 + 0.004 * i));
  }
  return pages;
}

TEST(MatchingTest, PagesBehindTheBestCandidatesHaveLowerScoresThatAddUpToo) {
  IndexFolder index;
  index.add(many_pages());
  double last = 1e9;
  for (int from : {0, 75}) {
    SearchRequest request{"quiet gear"};
    request.from = from;
    request.size = 75;
    request.explain = true;
    const Results results = answer({index.path()}, request);
    ASSERT_THAT(results.hits, SizeIs(75));
    for (const Hit& hit : results.hits) {
      EXPECT_LE(hit.score, last) << hit.url;
      last = hit.score;
      double sum = 0;
      bool is_reranked = false;
      for (const ScorePart& part : hit.explanation) {
        sum += part.weight;
        is_reranked = is_reranked || part.kind == "written";
      }
      EXPECT_NEAR(sum, hit.score, 1e-9) << hit.url;
      EXPECT_EQ(is_reranked, hit.rank <= static_cast<int>(kReranked)) << hit.rank;
    }
  }
}

TEST(MatchingTest, APageThatLinksCallByTheWordsIsWeighedByTheWholeScoreWhereverItsTextStands) {
  IndexFolder index;
  std::vector<Summary> pages;
  for (int i = 0; i < 220; ++i) {
    pages.push_back(page("https://site" + std::to_string(i) + ".example/",
                         "quiet gear, quiet gear, quiet gear, quiet gear", 0.9));
  }
  std::string long_text;
  for (int i = 0; i < 500; ++i) long_text += "word" + std::to_string(i) + ' ';
  pages.push_back(page("https://called.example/", long_text, 0));
  pages.back().annotations_by_others = {test::said("https://called.example/home", "quiet gear")};
  index.add(pages);
  SearchRequest request{"quiet gear"};
  request.from = kReranked;
  request.size = 1;
  EXPECT_THAT(urls(answer({index.path()}, request)), ElementsAre("https://called.example/"));
}

TEST(MatchingTest, EachPageStandsOnOnePageOfResults) {
  IndexFolder index;
  index.add(many_pages());
  std::set<std::string> seen;
  for (int from = 0; from < 150; from += 25) {
    SearchRequest request{"quiet gear"};
    request.from = from;
    request.size = 25;
    for (const std::string& url : urls(answer({index.path()}, request)))
      EXPECT_TRUE(seen.insert(url).second) << url;
  }
  EXPECT_THAT(seen, SizeIs(150));
}

TEST(MatchingTest, AnOrderByDateHoldsForTheBestCandidatesToo) {
  IndexFolder index;
  std::vector<Summary> pages = many_pages();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].modified = std::to_string(1900 + (i * 37) % 150) + "-01-01";
  }
  index.add(pages);
  std::string last = "9";
  for (const int from : {0, 90}) {
    SearchRequest request{"quiet gear sort:date"};
    request.from = from;
    request.size = 60;
    for (const Hit& hit : answer({index.path()}, request).hits) {
      EXPECT_LT(hit.date, last);
      last = hit.date;
    }
  }
}

// More pages of one site than are looked at first, all of them better than those of the others.
TEST(MatchingTest, APageOfResultsIsFullThoughOneSiteHasAllTheBestMatches) {
  IndexFolder index;
  std::vector<Summary> pages;
  for (int i = 0; i < 300; ++i)
    pages.push_back(page("https://many.example/" + std::to_string(i), "gear gear gear", 0.9));
  for (const char* url : {"https://a.example/", "https://b.example/1", "https://b.example/2",
                          "https://b.example/3"}) {
    pages.push_back(page(url, "a gear with many more words around it", 0.1));
  }
  index.add(pages);
  SearchRequest request{"gear"};
  request.per_site = 2;
  request.size = 5;
  const Results results = answer({index.path()}, request);
  ASSERT_THAT(results.hits, SizeIs(5));
  std::map<std::string, int> sites;
  for (const Hit& hit : results.hits) ++sites[hit.site];
  EXPECT_THAT(sites, ElementsAre(std::pair("a.example", 1), std::pair("b.example", 2),
                                 std::pair("many.example", 2)));
  EXPECT_FALSE(results.has_more);
  EXPECT_EQ(results.estimated, 304);
  EXPECT_GT(results.hits[1].more_from_site, 0) << "the last one of its site tells";
}

TEST(MatchingTest, EvidenceSitesAndFacetsOfSeveralIndexesAreThoseOfThePage) {
  IndexFolder first, second;
  std::vector<Summary> pages;
  for (int i = 0; i < 7; ++i)
    pages.push_back(page("https://first" + std::to_string(i) + ".example/", "a gear", 0.1));
  first.add(pages);
  Summary best = page("https://best.example/", "a gear", 0.9);
  best.language = "de";
  second.add({page("https://second.example/1", "a gear", 0.5), best,
              page("https://second.example/2", "a gear", 0.4)});
  SearchRequest request{"gear"};
  request.facets = true;
  request.per_site = 1;
  request.explain = true;
  const Results results = answer({first.path(), second.path()}, request);
  ASSERT_THAT(results.hits, SizeIs(9));
  EXPECT_EQ(results.hits[0].url, "https://best.example/");
  EXPECT_EQ(results.hits[1].url, "https://second.example/1");
  for (const Hit& hit : results.hits) {
    EXPECT_NE(hit.url.find(hit.site), std::string::npos) << hit.url << ' ' << hit.site;
    const auto relevance =
        std::find_if(hit.explanation.begin(), hit.explanation.end(),
                     [](const ScorePart& part) { return part.kind == "relevance"; });
    ASSERT_NE(relevance, hit.explanation.end());
    EXPECT_NEAR(relevance->weight, hit.relevance, 1e-6) << hit.url;
  }
  EXPECT_EQ(results.counted, 10);
  std::map<std::string, std::int64_t> sites, languages;
  for (const FacetCounts& facet : results.facets) {
    for (const FacetValue& value : facet.values) {
      if (facet.name == "site") sites[value.value] = value.pages;
      if (facet.name == "language") languages[value.value] = value.pages;
    }
  }
  EXPECT_EQ(sites["second.example"], 2);
  EXPECT_EQ(sites["first6.example"], 1);
  EXPECT_EQ(languages["de"], 1);
}

// A copied folder has the name of the first, and as many commits when both have changed once.
TEST(MatchingTest, AnIndexAndItsCopyAreToldApart) {
  IndexFolder first, second;
  first.add({page("https://a.example/", "a gear", 0.8)});
  std::filesystem::copy(first.path(), second.path());
  EXPECT_THAT(urls(answer({first.path(), second.path()}, {"gear"})),
              ElementsAre("https://a.example/"));
  first.add({page("https://b.example/", "a gear", 0.5), page("https://c.example/", "a gear", 0.9)});
  const std::vector<std::string> best_first = {"https://c.example/", "https://a.example/",
                                               "https://b.example/"};
  EXPECT_EQ(urls(answer({first.path(), second.path()}, {"gear"})), best_first);
  EXPECT_EQ(urls(answer({second.path(), first.path()}, {"gear"})), best_first);
  second.add({page("https://a.example/", "a gear", 0.8), page("https://d.example/", "a gear", 0.95),
              page("https://e.example/", "a gear", 0.1)});
  EXPECT_THAT(urls(answer({first.path(), second.path()}, {"gear"})),
              ElementsAre("https://d.example/", "https://c.example/", "https://a.example/",
                          "https://b.example/", "https://e.example/"));
}

// Both have been built in one go, and so have the same number of commits.
TEST(MatchingTest, AnOpenSearcherSeesThatItsIndexWasReplaced) {
  IndexFolder old_one, new_one;
  old_one.add({page("https://old.example/", "a gear", 0.8)});
  new_one.add({page("https://new.example/", "a gear", 0.8),
               page("https://better.example/", "a gear", 0.9)});
  auto searcher = Searcher::open({old_one.path()});
  ASSERT_TRUE(searcher);
  EXPECT_THAT(urls(searcher->search({"gear"}).value()), ElementsAre("https://old.example/"));
  std::filesystem::rename(old_one.path(), old_one.path().parent_path() / "replaced");
  std::filesystem::rename(new_one.path(), old_one.path());
  EXPECT_THAT(urls(searcher->search({"gear"}).value()),
              ElementsAre("https://better.example/", "https://new.example/"));
}

TEST(MatchingTest, AnOpenSearcherSeesTheEvidenceOfTheNewestCommit) {
  IndexFolder index;
  index.add({page("https://a.example/", "a gear", 0.8), page("https://b.example/", "a gear", 0.5)});
  auto searcher = Searcher::open({index.path()});
  ASSERT_TRUE(searcher);
  EXPECT_EQ(urls(searcher->search({"gear"}).value()).at(0), "https://a.example/");
  index.add({page("https://b.example/", "a gear", 0.9), page("https://c.example/", "a gear", 1.0)});
  EXPECT_THAT(urls(searcher->search({"gear"}).value()),
              ElementsAre("https://c.example/", "https://b.example/", "https://a.example/"));
}

// Xapian keeps the blocks of two commits: one who reads while a third is made begins again. Four
// come while one search is answered at most, so that not every beginning can be in vain.
TEST(MatchingTest, EachSearchIsAnsweredWhileCommitsComeInBursts) {
  constexpr int kBursts = 60, kCommits = 4;
  IndexFolder index;
  index.add(many_pages());
  auto searcher = Searcher::open({index.path()});
  ASSERT_TRUE(searcher);
  std::atomic<int> answered = 0;
  std::atomic<bool> is_done = false;
  std::thread writer([&] {
    Xapian::WritableDatabase writable(index.path().string(), Xapian::DB_OPEN | Xapian::DB_NO_SYNC);
    for (int burst = 0; burst < kBursts; ++burst) {
      for (int i = 0; i < kCommits; ++i) {
        writable.add_document(Xapian::Document());
        writable.commit();
      }
      const int until_now = answered;
      while (answered == until_now) std::this_thread::yield();
    }
    is_done = true;
  });
  std::int64_t documents = 150;
  while (!is_done) {
    const auto results = searcher->search({"quiet gear"});
    ++answered;
    EXPECT_TRUE(results) << results.error().to_string();
    if (!results) continue;
    EXPECT_EQ(results->estimated, 150);
    EXPECT_GE(results->documents, documents);
    documents = results->documents;
  }
  writer.join();
  EXPECT_EQ(searcher->search({"quiet gear"})->documents, 150 + kBursts * kCommits);
}

}  // namespace
}  // namespace porthole::search
