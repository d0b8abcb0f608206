#pragma once

/// LRU cache of HTTP responses. The caller chooses the key, which names everything that a response
/// depends on.
///
/// Thread safety: any thread.

#include <Poco/LRUCache.h>
#include <Poco/SharedPtr.h>

#include <cstddef>
#include <string>

#include "http/response.h"

namespace porthole::http {

class ResponseCache {
 public:
  static constexpr std::size_t kMaxResponses = 1000;
  static constexpr std::size_t kMaxBodyBytes = 64 << 10;  ///< Bounds the cache to 64 MiB of bodies.

  /// Null when the cache does not have the key.
  Poco::SharedPtr<Response> find(const std::string& key) { return responses_.get(key); }

  /// Ignores responses with a longer body.
  void insert(const std::string& key, const Response& response) {
    if (response.body.size() <= kMaxBodyBytes) responses_.update(key, response);
  }

 private:
  Poco::LRUCache<std::string, Response> responses_{kMaxResponses};
};

}  // namespace porthole::http
