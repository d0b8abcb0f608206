#pragma once

/// Which pages are on topic, for an index.

#include <string>
#include <unordered_map>

namespace porthole::indexer {

/// Pages that have a summary, by its URL: on topic or not.
using TopicPages = std::unordered_map<std::string, bool>;

/// Treatment of pages that are off topic.
enum class OffTopic {
  kAsBefore,  ///< As in the index that is there; left out of a new one.
  kLeaveOut,
  kTakeIn,  ///< Marked (kOffTopicTerm), without a topic.
};

}  // namespace porthole::indexer
