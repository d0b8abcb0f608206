#pragma once

/// KeyIndex: finds the number of a key, in 16 bytes and some seven more for each.
///
/// Keys are not stored: they are compared by a 128-bit hash (XXH3). A collision is expected once in
/// 10^20 crawls of 10^9 URLs.
///
/// The numbers lie in a table with open addressing and linear probing, at most 7/8 full; the hashes
/// beside it, in order of the numbers, so that they are never copied. (Node-based containers of the
/// standard library take 72 bytes a key.)
///
/// Thread safety: one thread; const members from any while none changes it.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

namespace porthole {

class KeyIndex {
 public:
  /// The number of `key`, from 1; 0 when it is not known.
  std::uint32_t find(std::string_view key) const;
  /// Gives `key` the next number. Requires: it is not known; fewer than 2^32 - 1 keys.
  std::uint32_t add(std::string_view key);
  std::size_t size() const { return hashes_.size(); }

 private:
  struct Hash {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Hash&) const = default;
  };
  static Hash hash_of(std::string_view key);
  /// The place of `hash` in table_, or the free one where it belongs. Requires: a free place.
  std::size_t place_of(const Hash& hash) const;
  void grow();

  std::deque<Hash> hashes_;           ///< By number - 1.
  std::vector<std::uint32_t> table_;  ///< Numbers, 0: free. Its size is 0 or a power of two.
};

}  // namespace porthole
