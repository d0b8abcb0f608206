#pragma once

/// DocumentCache: an in-memory cache of parsed documents. `porthole compare` uses it, since its
/// crawls of one recorded web parse the same pages.
///
/// In:  a page as sent to a parser process, and the resulting Document.
/// Out: the same Document for the same page.
///
/// The key is a 128-bit hash of all input that parsing depends on. Documents of crashed or
/// timed-out parses are not cached. Thread safety: any thread. Memory: the text and links of every
/// page.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/document.h"
#include "parser/parse.h"

namespace porthole::parser {

class DocumentCache {
 public:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  static Key key_of(const ParseInput& page);

  std::optional<Document> find(const Key& key) const;
  /// `encoded` is a Document in the format of parser/wire.h.
  void put(const Key& key, std::string encoded);
  std::size_t size() const;

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.first; }
  };
  mutable std::mutex mutex_;
  std::unordered_map<Key, std::string, Hash> documents_;
};

}  // namespace porthole::parser
