#include "search/presentation/overview.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "base/text/words.h"
#include "indexer/annotations.h"
#include "search/index/stop_words.h"
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
      if (hit.date_is_estimated() || !sites.insert(is_file ? hit.url : hit.site).second) continue;
      newest.push_back(std::move(hit));
      if (newest.size() == kListedPages) return newest;
    }
    if (!found->has_more || day.empty()) break;
  }
  return newest;
}

constexpr std::size_t kMinLetters = 3;
constexpr std::size_t kMostWords = 3;
constexpr std::size_t kFewestSites = 2;

struct Use {
  std::set<std::string> sites;  // that use the phrase
  std::set<std::string> pages;  // that it stands for
};

using Uses = std::map<std::string, Use>;

bool may_end_a_phrase(const std::string& word, const std::vector<std::string>& languages) {
  const bool has_digit =
      std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
  return word.size() >= kMinLetters && !has_digit && !is_stop_term(word, languages);
}

/// The parts of `text` between punctuation other than hyphens and apostrophes: no phrase goes from
/// one to the next.
std::vector<std::string> parts_of(const std::string& text) {
  constexpr std::string_view kWithin = "-'_";
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size();) {
    const Character next = decode_utf8(text, at);
    const bool is_general_punctuation = next.code >= 0x2010 && next.code <= 0x205E;
    const bool is_ascii_punctuation = next.code > 0x20 && next.code < 0x7F &&
                                      !is_alphanumeric(static_cast<char>(next.code)) &&
                                      kWithin.find(text[at]) == std::string_view::npos;
    const bool is_mark = next.code >= 0xA1 && next.code <= 0xBF;  // guillemets, middle dot
    if (is_general_punctuation || is_ascii_punctuation || is_mark) {
      parts.emplace_back();
    } else {
      parts.back().append(text, at, next.length);
    }
    at += next.length;
  }
  return parts;
}

void add_phrases_of_part(const std::string& part, const std::string& site, const std::string& page,
                         const std::vector<std::string>& languages, Uses& uses) {
  const std::vector<std::string> words = words_of(part);
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    if (!may_end_a_phrase(words[begin], languages)) continue;
    std::string phrase = words[begin];
    const std::size_t end = std::min(words.size(), begin + kMostWords);
    for (std::size_t next = begin + 1; next < end; ++next) {
      phrase += " " + words[next];
      if (!may_end_a_phrase(words[next], languages)) continue;
      Use& use = uses[phrase];
      use.sites.insert(site);
      use.pages.insert(page);
    }
  }
}

void add_phrases(const std::string& text, const std::string& site, const std::string& page,
                 const std::vector<std::string>& languages, Uses& uses) {
  for (const std::string& part : parts_of(text))
    add_phrases_of_part(part, site, page, languages, uses);
}

bool shares_a_word(const std::string& phrase, const std::set<std::string>& taken) {
  const std::vector<std::string> words = words_of(phrase);
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return taken.contains(word); });
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

std::vector<std::string> typical_phrases(const std::vector<Hit>& pages,
                                         const std::vector<std::string>& known,
                                         const std::vector<std::string>& languages,
                                         std::size_t wanted) {
  Uses uses;
  for (const Hit& page : pages) {
    add_phrases(page.title, page.site, page.url, languages, uses);
    for (const ResultAnnotation& said : page.annotations) {
      if (said.kind == AnnotationKind::kAnchor)
        add_phrases(plain_text(said.text), indexer::site_of(said.annotator), page.url, languages,
                    uses);
    }
  }
  std::vector<const Uses::value_type*> ranked;
  for (const auto& use : uses) {
    if (use.second.sites.size() >= kFewestSites) ranked.push_back(&use);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto* a, const auto* b) {
    const auto rank = [](const auto* use) {
      return std::pair(use->second.sites.size(), use->second.pages.size());
    };
    return rank(a) > rank(b);
  });
  std::set<std::string> taken;
  for (const std::string& one : known) {
    for (const std::string& word : words_of(one)) taken.insert(word);
  }
  std::vector<std::string> phrases;
  for (const Uses::value_type* use : ranked) {
    if (phrases.size() == wanted) break;
    if (shares_a_word(use->first, taken)) continue;
    phrases.push_back(use->first);
    for (const std::string& word : words_of(use->first)) taken.insert(word);
  }
  return phrases;
}

}  // namespace porthole::search
