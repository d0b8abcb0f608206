#pragma once

/// Answers that were given before, for searches that many ask and feeds that are asked for every hour.
///
/// A key names what an answer is made of, the commits of the indexes among it; what nobody asks for any more makes room for what
/// is new.
///
/// Thread safety: any thread. This header is the room's own.

#include <Poco/LRUCache.h>
#include <Poco/SharedPtr.h>

#include <cstddef>
#include <string>

#include "http/response.h"

namespace porthole::search {

inline constexpr std::size_t kAnswersKept = 1000;
inline constexpr std::size_t kMaxKeptBytes = 64 << 10;  ///< Of one answer's body: 64 MiB in all at most.

class AnswerCache {
 public:
  /// Null when there is none.
  Poco::SharedPtr<http::Response> find(const std::string& key) { return answers_.get(key); }

  /// What is too long is not kept.
  void keep(const std::string& key, const http::Response& answer) {
    if (answer.body.size() <= kMaxKeptBytes) answers_.update(key, answer);
  }

 private:
  Poco::LRUCache<std::string, http::Response> answers_{kAnswersKept};
};

}  // namespace porthole::search
