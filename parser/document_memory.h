#pragma once

/// Documents that were read once, for those who read the same pages many times: crawls of one recorded web
/// that are compared with each other.
///
/// In:  a page as it was sent to a worker, and the worker's answer.
/// Out: the same answer for the same page.
///
/// A page is known by a 128-bit hash of all that its parsing depends on. Only answers that a worker gave
/// in peace are kept. Thread safety: any thread. Cost: the text and links of every page, in memory.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/document.h"
#include "parser/parse.h"

namespace porthole::parser {

class DocumentMemory {
 public:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  static Key key_of(const ParseInput& page);

  std::optional<Document> find(const Key& key) const;
  /// `encoded` is a document in the form of parser/wire.h.
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
