#pragma once

/// Lists the terms of an index that have a prefix, most frequent first.

#include <xapian.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "search/index/bounds.h"

namespace porthole::search {

struct TermCount {
  std::string term;
  Xapian::doccount pages = 0;  ///< Document frequency.
};

struct TermLimits {
  std::size_t read = 0;                ///< Terms that are read, in byte order.
  std::size_t kept = 0;                ///< The most frequent of them that are returned.
  const Deadline* deadline = nullptr;  ///< Reading stops when it has passed; null: never.
};

struct FrequentTerms {
  std::vector<TermCount> terms;  ///< Equally frequent terms in byte order.
  std::size_t read = 0;
  bool all = true;  ///< The limit on reading was not reached.
};

/// Selects terms.
using TermFilter = std::function<bool(const std::string& term)>;

FrequentTerms frequent_terms(const Xapian::Database& database, const std::string& prefix,
                             TermLimits limits, const TermFilter& counts = nullptr);

}  // namespace porthole::search
