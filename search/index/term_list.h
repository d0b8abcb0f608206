#pragma once

/// The terms of an index that begin so, the most frequent first. This header is the room's own.

#include <xapian.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "search/index/deadline.h"

namespace porthole::search {

struct TermCount {
  std::string term;
  Xapian::doccount pages = 0;  ///< That have it.
};

struct TermLimits {
  std::size_t read = 0;                ///< Terms that are looked at, in the order of their bytes.
  std::size_t kept = 0;                ///< The most frequent of them.
  const Deadline* deadline = nullptr;  ///< No more is read when it has passed; null: none.
};

struct FrequentTerms {
  std::vector<TermCount> terms;  ///< Of equally frequent ones the first in order of bytes.
  std::size_t read = 0;
  bool all = true;  ///< No term was beyond the limit on reading.
};

/// Which terms count.
using TermFilter = std::function<bool(const std::string& term)>;

FrequentTerms frequent_terms(const Xapian::Database& database, const std::string& prefix,
                             TermLimits limits, const TermFilter& counts = nullptr);

}  // namespace porthole::search
