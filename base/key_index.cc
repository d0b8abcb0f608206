#include "base/key_index.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace porthole {

namespace {

constexpr std::size_t kSmallest = 64;
constexpr std::uint8_t kFree = 0;

std::uint8_t tag_of(std::uint64_t high) { return static_cast<std::uint8_t>(1 + high % 255); }

}  // namespace

KeyIndex::Hash KeyIndex::hash_of(std::string_view key) {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return {hash.low64, hash.high64};
}

void KeyIndex::put(const Hash& hash, std::uint32_t number) {
  const std::size_t mask = tags_.size() - 1;
  std::size_t place = hash.low & mask;
  while (tags_[place] != kFree) place = (place + 1) & mask;
  tags_[place] = tag_of(hash.high);
  table_[place] = number;
}

std::uint32_t KeyIndex::find(std::string_view key) const {
  if (tags_.empty()) return 0;
  const Hash hash = hash_of(key);
  const std::uint8_t tag = tag_of(hash.high);
  const std::size_t mask = tags_.size() - 1;
  for (std::size_t place = hash.low & mask; tags_[place] != kFree; place = (place + 1) & mask) {
    if (tags_[place] == tag && hashes_[table_[place] - 1] == hash) return table_[place];
  }
  return 0;
}

std::uint32_t KeyIndex::add(std::string_view key) {
  assert(find(key) == 0);
  if (8 * (size() + 1) > 7 * tags_.size()) rehash(std::max(kSmallest, 2 * tags_.size()));
  const Hash hash = hash_of(key);
  hashes_.push_back(hash);
  const auto number = static_cast<std::uint32_t>(size());
  put(hash, number);
  return number;
}

void KeyIndex::save(StateWriter& writer) const { writer.list(hashes_); }

void KeyIndex::load(StateReader& reader) {
  reader.list(hashes_);
  std::size_t places = kSmallest;
  while (8 * size() > 7 * places) places *= 2;
  rehash(places);
}

// The former tables are freed first: the hashes are enough to make the new ones.
void KeyIndex::rehash(std::size_t places) {
  std::vector<std::uint8_t>().swap(tags_);
  std::vector<std::uint32_t>().swap(table_);
  tags_.resize(places, kFree);
  table_.resize(places);
  for (std::size_t i = 0; i < size(); ++i) put(hashes_[i], static_cast<std::uint32_t>(i + 1));
}

std::uint32_t StringInterner::id_of(std::string_view text) {
  if (const std::uint32_t known = ids_.find(text); known != 0) return known - 1;
  texts_.add(text);
  return ids_.add(text) - 1;
}

}  // namespace porthole
