#pragma once

/// Adds the terms of the class and the searchable properties of a page.
///
/// Thread safety: const members from any thread. Lifetime: the vocabulary must outlive it.

#include <xapian.h>

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/document.h"
#include "indexer/term_generator.h"
#include "summarizer/schema/vocabulary.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

class PropertyTerms {
 public:
  explicit PropertyTerms(const summarizer::Vocabulary& words);

  /// The words of property values.
  void add_words(const summarizer::Summary& summary, TermGenerator& terms) const;
  /// Whole values, and the class with all above it.
  void add_values(const summarizer::Summary& summary, Xapian::Document& document) const;

 private:
  struct Prefixes {
    std::string value, words;
  };
  const summarizer::Vocabulary& words_;
  std::unordered_map<std::string, Prefixes> properties_;  // by Property::name
};

/// The short name of an IRI: the fragment, else the last segment of the path.
std::string_view last_part(std::string_view iri);

}  // namespace porthole::indexer
