#pragma once

/// Builds the Xapian document of a summary: terms, values and data (fields.h).
///
/// Thread safety: an object belongs to one thread.

#include <xapian.h>

#include <set>
#include <string>
#include <vector>

#include "indexer/annotations.h"
#include "indexer/fields.h"
#include "indexer/property_terms.h"
#include "indexer/term_generator.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

class DocumentBuilder {
 public:
  /// Lifetime: `words` must outlive it.
  explicit DocumentBuilder(const summarizer::Vocabulary& words) : properties_(words) {}

  Xapian::Document build(const summarizer::Summary& summary);

  /// Xapian's names of all stemmers used so far.
  const std::set<std::string>& stemmers() const { return stemmers_; }

 private:
  void add_texts(const summarizer::Summary& summary, const std::vector<WeightedText>& said);

  PropertyTerms properties_;
  TermGenerator terms_;
  std::set<std::string> stemmers_;
};

/// The words of titles and anchors, the candidates of spelling correction; lower case.
std::vector<std::string> spelling_words(const summarizer::Summary& summary);

}  // namespace porthole::indexer
