#pragma once

/// Answers to a query, as plain data. All text is crawled and hostile: whoever shows it escapes it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/link.h"

namespace porthole::search {

/// A piece of text; `hit` pieces are what the query asked for.
struct Fragment {
  std::string text;
  bool hit = false;
};
using Fragments = std::vector<Fragment>;

/// The pieces put together again.
std::string plain_text(const Fragments& fragments);

/// What a page is called: its title, else the name of its file, else its URL.
std::string shown_title(const std::string& title, const std::string& url);

struct ResultAnnotation {
  std::string annotator;  ///< URL of the page that says it.
  AnnotationKind kind = AnnotationKind::kAnchor;
  Fragments text;
};

/// What made the score of a page: a word in a field, or a piece of evidence.
struct ScorePart {
  std::string kind;  ///< "text", "title", "anchor", "url" or another field; "written": a word as it
                     ///< is written; "near": two words side by side; "synonym": words that a page
                     ///< may have instead; "related": a word that pages found first have;
                     ///< "relevance", "authority", "hub", "recommendations", "status".
  std::string words;  ///< "" for evidence.
  double weight = 0;
};

struct Hit {
  int rank = 0;  ///< From 1, over all pages of results.
  std::string url;
  std::string title;     ///< "" when the page has none.
  Fragments snippet;     ///< Empty for pages that want none and pages without text.
  double score = 0;      ///< Of this query only; comparable within one answer.
  double relevance = 0;  ///< To the topic of its collection, 0 to 1.
  std::optional<double> hub = std::nullopt,
                        authority = std::nullopt;  ///< Where distillation gave it scores.
  std::string language;
  bool off_topic = false;
  int annotators = 0;              ///< Sites that say something about the page.
  int recommendations = 0;         ///< The same without the page's own site.
  std::string date;                ///< A W3C date and time; "" when none is known.
  bool date_is_estimated = false;  ///< The page says none: it is when it was read.
  std::vector<ResultAnnotation>
      annotations;   ///< Those that match first; at most kAnnotationsShown.
  std::string site;  ///< The registrable domain, or the host; "" for a page without one.
  std::int64_t more_from_site =
      0;  ///< Results of the site that were left out, at least (SearchRequest::per_site).
  std::vector<std::string>
      duplicates;  ///< URLs of results right behind it that say nearly the same, and are not shown.
  std::vector<ScorePart>
      explanation;  ///< Adds up to the score, the largest first; where asked for.
};
inline constexpr std::size_t kAnnotationsShown = 5;

/// A value that results have in common, and how many have it.
struct FacetValue {
  std::string value;
  std::int64_t pages = 0;
  std::string query;  ///< What added to the query leaves those alone: `lang:de`.
};
struct FacetCounts {
  std::string name;                ///< "topic", "site", "type", "language", "year", "kind".
  std::vector<FacetValue> values;  ///< The most frequent first; at most kFacetValues.
};
inline constexpr std::size_t kFacetValues = 10;

/// A part of a query, asked for alone.
struct PartCount {
  std::string part;        ///< As the query has it.
  std::int64_t pages = 0;  ///< That have it.
};

struct Results {
  std::string query;       ///< As read.
  std::string corrected;   ///< A spelling that the collection has more of, "" when none.
  std::string instead_of;  ///< What was asked, where no page has it and these are the results of
                           ///< its correction; else "".
  std::vector<std::string> notes;  ///< What was read or done otherwise than asked.
  bool asks_nothing = false;       ///< Nothing of the query is left to search for.
  bool is_whole = true;            ///< False: time ended the search; a note says so.
  std::int64_t estimated = 0;      ///< Pages that match, shown or not; exact up to a thousand.
  std::int64_t off_topic =
      0;  ///< Pages off topic that match besides and were left out; exact up to a thousand.
  std::int64_t documents = 0;  ///< Pages in the index that were searched.
  int from = 0;
  int size = 0;
  std::string until;      ///< Of SearchRequest::until, for the next page of these results.
  std::string order;      ///< Name behind `sort:`, "" for the score.
  bool has_more = false;  ///< Results stand behind these.
  int repeats =
      0;  ///< Pages among these that say nearly the same as a result before them all: not shown.
  int per_site = 0;           ///< Of SearchRequest::per_site.
  std::int64_t left_out = 0;  ///< Pages of a site that has as many results as are wanted of one: up
                              ///< to the last result here, at least.
  std::int64_t folded =
      0;  ///< Pages that say nearly the same as a result: up to the last one here.
  std::vector<Hit> hits;
  std::vector<FacetCounts> facets;  ///< Without those of which no result has a value.
  std::int64_t counted =
      0;  ///< Results that the facets were counted over: all, up to about a thousand.
  std::vector<std::string>
      fields;  ///< Where nothing was found: those of listed values that the query asks for.
  std::vector<PartCount>
      parts;  ///< Where no page has all of the query: how many have each part of it.
};

}  // namespace porthole::search
