#pragma once

/// Search results as plain data. All texts come from the web and are untrusted: escape them for
/// output.

#include <cstdint>
#include <string>
#include <vector>

#include "base/link.h"
#include "indexer/result_fields.h"

namespace porthole::search {

/// A piece of text; a `hit` piece matches the query.
struct Fragment {
  std::string text;
  bool hit = false;
};
using Fragments = std::vector<Fragment>;

/// The pieces put together again.
std::string plain_text(const Fragments& fragments);

/// The title to show for a page: its own, else the name of its file, else its URL.
std::string shown_title(const std::string& title, const std::string& url);

struct ResultAnnotation {
  std::string annotator;  ///< URL of the annotating page.
  AnnotationKind kind = AnnotationKind::kAnchor;
  Fragments text;
};

/// One summand of a score: a word in a field, or a component of the static score.
struct ScorePart {
  std::string kind;   ///< "text", "title" or another field; "written": a word as it is written;
                      ///< "near": words that NEAR or ADJ joins; "synonym": words that a page may
                      ///< have instead; those of the second stage (second_stage.h); "relevance",
                      ///< "authority", "hub", "recommendations".
  std::string words;  ///< "" for the static score.
  double weight = 0;
};

/// A result: the fields of its page, and those that depend on the search.
struct Hit : indexer::PageFields {
  int rank = 0;          ///< From 1, over all pages of results.
  std::string fragment;  ///< The part of the page that the snippet is from: "#ports", "#:~:text=";
                         ///< "" for its beginning. The URL with it leads there.
  Fragments snippet;     ///< Empty for pages that want none and pages without text.
  double score = 0;      ///< Comparable within the results of one query only.
  std::string type;  ///< Local name of its class, else its type by its form ("article"), else its
                     ///< media type; "" when none is known.
  bool off_topic = false;
  int recommendations = 0;  ///< Sites that annotate the page, without its own.
  std::vector<ResultAnnotation>
      annotations;   ///< Those that match first; at most kAnnotationsShown.
  std::string site;  ///< The registrable domain, or the host; "" for a page without one.
  std::int64_t more_from_site =
      0;  ///< Lower bound of the results of the site that were left out (SearchRequest::per_site).
  std::vector<std::string>
      duplicates;  ///< URLs of near-duplicates that were collapsed into this result.
  std::vector<ScorePart> explanation;  ///< Summands of the score, the largest first; on request.
};
inline constexpr std::size_t kAnnotationsShown = 5;

/// A facet value with the number of results that have it.
struct FacetValue {
  std::string value;
  std::int64_t pages = 0;
  std::string query;  ///< Filter to add to the query: `lang:de`.
};
struct FacetCounts {
  std::string name;                ///< "topic", "site", "type", "language", "year", "kind".
  std::vector<FacetValue> values;  ///< The most frequent first; at most kFacetValues, or
                                   ///< kYearsShown years, the newest first.
};
inline constexpr std::size_t kFacetValues = 10;
inline constexpr std::size_t kYearsShown = 40;

/// Match count of one part of a query.
struct PartCount {
  std::string part;        ///< As written in the query.
  std::int64_t pages = 0;  ///< That have it.
};

struct Results {
  std::string query;       ///< As parsed.
  std::string corrected;   ///< Spelling suggestion, "" when none.
  std::string instead_of;  ///< The original query when it matched nothing and these are the results
                           ///< of its correction; else "".
  std::vector<std::string> notes;  ///< Messages about changes to the query and partial results.
  bool asks_nothing = false;       ///< The query has no search terms.
  bool is_whole = true;            ///< False when the deadline stopped the search; a note says so.
  std::int64_t estimated = 0;      ///< Number of matches; exact up to a thousand.
  std::int64_t off_topic = 0;  ///< Matches that were left out as off topic; exact up to a thousand.
  std::int64_t documents = 0;  ///< Pages in the searched indexes.
  int from = 0;
  int size = 0;
  std::string until;      ///< Pagination token: SearchRequest::until of the next result page.
  std::string order;      ///< Value of `sort:`, "" for the score.
  bool has_more = false;  ///< More results follow.
  int repeats = 0;        ///< Near-duplicates of results on earlier pages, left out here.
  int per_site = 0;       ///< SearchRequest::per_site.
  std::int64_t left_out =
      0;  ///< Lower bound of the results left out by per_site, up to the last result here.
  std::int64_t folded = 0;  ///< Near-duplicates that were collapsed, up to the last result here.
  std::vector<Hit> hits;
  std::vector<FacetCounts> facets;  ///< Only facets with at least one value.
  std::int64_t counted = 0;         ///< Results that the facets were counted over.
  std::vector<std::string>
      fields;  ///< Without results: the fields with listed values in the query.
  std::vector<PartCount>
      parts;  ///< Where no page has all parts of the query: the match count of each.
};

}  // namespace porthole::search
