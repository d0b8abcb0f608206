#pragma once

/// Results with the title of one before them that say nearly the same, and those that give the same URL as theirs, are folded: they stand under that one and count as no result of
/// their own (indexer/shingles.h, identity_value()). Places are counted over what is left, so a page of results is full, and none repeats
/// what stood on the pages before it.
///
/// Thread safety: functions without state; the matches belong to one thread. This header is the room's own.

#include <xapian.h>

#include <vector>

#include "search/deadline.h"

namespace porthole::search {

/// A result, and those behind it that repeat it.
struct FoldedResult {
  Xapian::MSetIterator result;
  std::vector<Xapian::MSetIterator> repeats;
};

struct FoldedPage {
  std::vector<FoldedResult> results;
  int repeats_of_earlier = 0;  ///< That stood among them and repeat a result of a page before.
  bool has_more = false;       ///< A result stands behind them.
};

/// The results `from` to `from` + `size` - 1, counted from 0 over those that repeat none before them.
/// `matches`: from the first on; without `has_more`, and with fewer results than wanted, more of them may bring more.
/// Ends with what it has when `deadline` passes.
FoldedPage fold(const Xapian::MSet& matches, std::size_t from, std::size_t size, const Deadline& deadline);

}  // namespace porthole::search
