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

struct ResultAnnotation {
  std::string annotator;  ///< URL of the page that says it.
  AnnotationKind kind = AnnotationKind::kAnchor;
  Fragments text;
};

struct Hit {
  int rank = 0;             ///< From 1, over all pages of results.
  std::string url;
  std::string title;        ///< "" when the page has none.
  Fragments snippet;        ///< Empty for pages that want none and pages without text.
  double score = 0;         ///< Of this query only; comparable within one answer.
  double relevance = 0;     ///< To the topic of its collection, 0 to 1.
  std::optional<double> hub = std::nullopt, authority = std::nullopt;  ///< Where distillation gave it scores.
  std::string language;
  int annotators = 0;       ///< Sites that say something about the page.
  std::vector<ResultAnnotation> annotations;  ///< Those that match first; at most kAnnotationsShown.
};
inline constexpr std::size_t kAnnotationsShown = 5;

struct Results {
  std::string query;               ///< As read.
  std::string corrected;           ///< A spelling that the collection has more of, "" when none.
  std::vector<std::string> notes;  ///< What was read or done otherwise than asked.
  std::int64_t estimated = 0;      ///< Pages that match; exact up to a thousand.
  std::int64_t documents = 0;      ///< Pages in the index.
  int from = 0;
  int size = 0;
  std::vector<Hit> hits;
};

}  // namespace porthole::search
