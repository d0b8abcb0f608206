#pragma once

/// Hash table from terms to their index in a list: open addressing, one or two cache lines a
/// look-up.
/// Thread safety: const members, any thread.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "topics/text/term_hash.h"

namespace porthole::topics {

class TermTable {
 public:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  TermTable() = default;
  /// For a term listed twice, the first index counts.
  explicit TermTable(const std::vector<TermHash>& terms) {
    slots_.resize(std::bit_ceil(terms.size() * 2 + 1));
    for (std::uint32_t place = 0; place < terms.size(); ++place) {
      std::size_t at = home(terms[place]);
      while (slots_[at].place != kNone && slots_[at].term != terms[place])
        at = (at + 1) & (slots_.size() - 1);
      if (slots_[at].place == kNone) slots_[at] = {terms[place], place};
    }
  }

  /// Returns the index of `term`, or kNone.
  std::uint32_t find(TermHash term) const {
    if (slots_.empty()) return kNone;
    std::size_t at = home(term);
    while (slots_[at].place != kNone) {
      if (slots_[at].term == term) return slots_[at].place;
      at = (at + 1) & (slots_.size() - 1);
    }
    return kNone;
  }

 private:
  struct Slot {
    TermHash term = 0;
    std::uint32_t place = kNone;
  };
  std::size_t home(TermHash term) const { return term & (slots_.size() - 1); }
  std::vector<Slot> slots_;
};

}  // namespace porthole::topics
