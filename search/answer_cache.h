#pragma once

/// Answers that were given before: a search that many ask, or that a feed reader asks every hour, is made once.
///
/// A key names everything that an answer is made of, the commit of the index among it, so that nothing in here is ever
/// wrong; what nobody asks for any more makes room for what is new.
///
/// Thread safety: any thread. This header is the room's own.

#include <Poco/LRUCache.h>
#include <Poco/SharedPtr.h>

#include <cstddef>
#include <string>

#include "search/site.h"

namespace porthole::search {

inline constexpr std::size_t kAnswersKept = 1000;
inline constexpr std::size_t kMaxKeptBytes = 64 << 10;  ///< Of one answer: 64 MiB in all at most.

class AnswerCache {
 public:
  /// Null when there is none.
  Poco::SharedPtr<Answer> find(const std::string& key) { return answers_.get(key); }

  /// What is too long is not kept.
  void keep(const std::string& key, const Answer& answer) {
    if (answer.body.size() <= kMaxKeptBytes) answers_.update(key, answer);
  }

 private:
  Poco::LRUCache<std::string, Answer> answers_{kAnswersKept};
};

}  // namespace porthole::search
