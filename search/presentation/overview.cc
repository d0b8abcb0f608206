#include "search/presentation/overview.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "search/presentation/typical_queries.h"
#include "search/query/query_tree.h"

namespace porthole::search {
namespace {

constexpr int kReadForPhrases = 100;  // pages
constexpr int kPhrasePagesPerSite = 8;
constexpr int kDateSteps = 10;
constexpr int kFewestResults = 2;  // of a typical query
constexpr int kTermQueries = 3;    // terms of the topic among the typical queries

SearchRequest all_pages(int size) {
  SearchRequest request;
  request.query = std::string(kAllPages);
  request.size = size;
  request.texts = false;
  return request;
}

Result<bool> has_results(Searcher& searcher, const std::string& query) {
  SearchRequest request = all_pages(kFewestResults);
  request.query = query;
  request.as_written = true;
  Result<Results> found = searcher.search(request);
  if (!found) {
    if (found.error().code == ErrorCode::kInvalid) return false;  // it has an unknown field
    return fail(found.error());
  }
  return found->estimated >= kFewestResults && found->notes.empty();
}

Result<void> add_with_results(Searcher& searcher, const std::vector<std::string>& queries,
                              std::size_t most, std::vector<std::string>& chosen) {
  for (const std::string& query : queries) {
    if (chosen.size() >= most) break;
    if (std::find(chosen.begin(), chosen.end(), query) != chosen.end()) continue;
    TRY_AS(has, has_results(searcher, query));
    if (*has) chosen.push_back(query);
  }
  return {};
}

std::size_t word_count(const std::string& text) { return split(text, ' ').size(); }

/// True when one contains the other: the term says what the whole collection is about.
bool is_in_title(const std::string& term, const std::string& title) {
  const std::string a = ascii_lower(term);
  const std::string b = ascii_lower(title);
  return a.find(b) != std::string::npos || b.find(a) != std::string::npos;
}

/// The terms of the topic, phrases before words, without those of its title.
std::vector<std::string> terms_of(const std::vector<const Brand*>& brands) {
  std::vector<std::string> terms;
  for (const Brand* brand : brands) {
    for (const std::string& term : brand->terms) {
      if (!is_in_title(term, brand->title)) terms.push_back(term);
    }
  }
  std::stable_sort(terms.begin(), terms.end(), [](const std::string& a, const std::string& b) {
    return word_count(a) > word_count(b);
  });
  return terms;
}

/// Those that the owner gives; else terms of the topic and phrases of titles and links.
Result<std::vector<std::string>> typical_queries(Searcher& searcher,
                                                 const std::vector<const Brand*>& brands) {
  std::vector<std::string> chosen;
  for (const Brand* brand : brands)
    chosen.insert(chosen.end(), brand->queries.begin(), brand->queries.end());
  if (!chosen.empty()) return chosen;
  const std::vector<std::string> terms = terms_of(brands);
  TRY(add_with_results(searcher, terms, kTermQueries, chosen));
  SearchRequest request = all_pages(kReadForPhrases);
  request.texts = true;
  request.per_site = kPhrasePagesPerSite;
  TRY_AS(best, searcher.search(request));
  std::vector<std::string> known = chosen;
  for (const Brand* brand : brands) known.push_back(brand->title);
  const auto phrases = typical_phrases(best->hits, known, {"en", "de", "es", "fr"},
                                       std::size_t{2} * kTypicalQueries);
  TRY(add_with_results(searcher, phrases, kTypicalQueries, chosen));
  TRY(add_with_results(searcher, terms, kTypicalQueries, chosen));
  return chosen;
}

Result<std::vector<Hit>> best_lists(Searcher& searcher) {
  SearchRequest request = all_pages(kListedPages);
  request.first = First::kHubs;
  request.per_site = 1;
  TRY_AS(found, searcher.search(request));
  std::erase_if(found->hits, [](const Hit& hit) { return !hit.hub || *hit.hub <= 0; });
  return std::move(found->hits);
}

/// The newest pages with a date of their own. Pages without one are ordered by the time at which
/// they were read, so those of one day may stand before all others; the next step begins with the
/// day before.
Result<std::vector<Hit>> newest_pages(Searcher& searcher) {
  std::vector<Hit> newest;
  std::set<std::string> sites;
  std::string day;
  for (int step = 0; step < kDateSteps; ++step) {
    SearchRequest request = all_pages(kMaxResultSize);
    request.query = day.empty() ? "sort:date" : "before:" + day + " sort:date";
    TRY_AS(found, searcher.search(request));
    for (Hit& hit : found->hits) {
      day = hit.date.substr(0, 10);
      const bool is_file = hit.site.ends_with(':');
      if (hit.date_is_estimated || !sites.insert(is_file ? hit.url : hit.site).second) continue;
      newest.push_back(std::move(hit));
      if (newest.size() == kListedPages) return newest;
    }
    if (!found->has_more || day.empty()) break;
  }
  return newest;
}

}  // namespace

Result<Overview> make_overview(Searcher& searcher, const std::vector<const Brand*>& brands) {
  Overview made;
  TRY_AS(holdings, searcher.holdings());
  made.holdings = std::move(*holdings);
  if (made.holdings.pages == 0) return made;
  TRY_AS(queries, typical_queries(searcher, brands));
  made.queries = std::move(*queries);
  TRY_AS(lists, best_lists(searcher));
  made.lists = std::move(*lists);
  TRY_AS(newest, newest_pages(searcher));
  made.newest = std::move(*newest);
  return made;
}

}  // namespace porthole::search
