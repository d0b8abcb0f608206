#pragma once

/// KeyIndex: finds the number of a key, in 16 bytes and some eight more for each.
///
/// Keys are not stored: they are compared by a 128-bit hash (XXH3). A collision is expected once in
/// 10^20 crawls of 10^9 URLs.
///
/// The numbers lie in a table with open addressing and linear probing, at most 7/8 full; the hashes
/// beside it, in order of the numbers, so that they are never copied. A byte of each hash lies in a
/// table of its own, as in a Swiss table: probing stays in a cache line or two, and a hash is read
/// for one in 255 of the other keys that are passed. (Node-based containers of the standard library
/// take 72 bytes a key.)
///
/// Thread safety: one thread; const members from any while none changes it.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/front_coded_texts.h"
#include "base/text/state_bytes.h"

namespace porthole {

class KeyIndex {
 public:
  /// The number of `key`, from 1; 0 when it is not known.
  std::uint32_t find(std::string_view key) const;
  /// Gives `key` the next number. Requires: it is not known; fewer than 2^32 - 1 keys.
  std::uint32_t add(std::string_view key);
  std::size_t size() const { return hashes_.size(); }

  void save(StateWriter& writer) const;
  /// Replaces all keys by those of save().
  void load(StateReader& reader);

 private:
  struct Hash {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Hash&) const = default;
  };
  static Hash hash_of(std::string_view key);
  /// Puts `number` into the first free place for `hash`. Requires: one is free.
  void put(const Hash& hash, std::uint32_t number);
  /// Makes the tables anew, with so many places. Requires: a power of two, large enough.
  void rehash(std::size_t places);

  std::deque<Hash> hashes_;           ///< By number - 1.
  std::vector<std::uint8_t> tags_;    ///< By place, 0: free. Their number is 0 or 2^n.
  std::vector<std::uint32_t> table_;  ///< Numbers, by place.
};

/// StringInterner: gives small numbers to strings, in order of first mention from 0.
///
/// Memory: 24 bytes a string and what FrontCodedTexts needs for it. Strings are told apart by a
/// 128-bit hash.
/// Thread safety: one thread; const members from any while none changes it.
class StringInterner {
 public:
  std::uint32_t id_of(std::string_view text);
  /// Requires: `id` was returned by id_of().
  std::string text(std::uint32_t id) const { return texts_[id]; }
  std::size_t size() const { return texts_.size(); }

  void save(StateWriter& writer) const {
    ids_.save(writer);
    texts_.save(writer);
  }
  /// Replaces all strings by those of save().
  void load(StateReader& reader) {
    ids_.load(reader);
    texts_.load(reader);
  }

 private:
  KeyIndex ids_;  ///< Numbers from 1.
  FrontCodedTexts texts_;
};

}  // namespace porthole
