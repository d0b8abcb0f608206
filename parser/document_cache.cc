#include "parser/document_cache.h"

#include <xxhash.h>

#include "parser/wire.h"

namespace porthole::parser {

DocumentCache::Key DocumentCache::key_of(const ParseInput& page) {
  std::uint64_t seed = static_cast<std::uint64_t>(page.max_links) << 2 |
                       (page.explain_blocks ? 2 : 0) | (page.as_xml ? 1 : 0);
  for (const std::string* part : {&page.url, &page.content_type, &page.agent}) {
    seed = XXH3_64bits_withSeed(part->data(), part->size(), seed + 1);
  }
  const XXH128_hash_t hash = XXH3_128bits_withSeed(page.body.data(), page.body.size(), seed);
  return {hash.low64, hash.high64};
}

std::optional<Document> DocumentCache::find(const Key& key) const {
  const std::string* encoded = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto found = documents_.find(key);
    if (found == documents_.end()) return std::nullopt;
    encoded = &found->second;  // Map elements are stable and never modified.
  }
  return decode_document(*encoded);
}

void DocumentCache::put(const Key& key, std::string encoded) {
  const std::lock_guard lock(mutex_);
  documents_.try_emplace(key, std::move(encoded));
}

std::size_t DocumentCache::size() const {
  const std::lock_guard lock(mutex_);
  return documents_.size();
}

}  // namespace porthole::parser
