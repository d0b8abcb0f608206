#include "base/key_index.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace porthole {
namespace {

constexpr std::size_t kSmallest = 64;

}  // namespace

KeyIndex::Hash KeyIndex::hash_of(std::string_view key) {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return {hash.low64, hash.high64};
}

std::size_t KeyIndex::place_of(const Hash& hash) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash.low & mask;
  while (table_[place] != 0 && hashes_[table_[place] - 1] != hash) place = (place + 1) & mask;
  return place;
}

std::uint32_t KeyIndex::find(std::string_view key) const {
  return table_.empty() ? 0 : table_[place_of(hash_of(key))];
}

std::uint32_t KeyIndex::add(std::string_view key) {
  if (8 * (size() + 1) > 7 * table_.size()) grow();
  const Hash hash = hash_of(key);
  const std::size_t place = place_of(hash);
  assert(table_[place] == 0);
  hashes_.push_back(hash);
  return table_[place] = static_cast<std::uint32_t>(size());
}

// The former table is freed first: the hashes are enough to make the new one.
void KeyIndex::grow() {
  const std::size_t larger = std::max(kSmallest, 2 * table_.size());
  std::vector<std::uint32_t>().swap(table_);
  table_.resize(larger);
  for (std::size_t i = 0; i < size(); ++i)
    table_[place_of(hashes_[i])] = static_cast<std::uint32_t>(i + 1);
}

}  // namespace porthole
