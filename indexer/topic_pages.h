#pragma once

/// The pages of a collection that are on and off topic, as input of the indexer.

#include <string>
#include <unordered_map>

namespace porthole::indexer {

/// Whether a page is on topic, by the URL of its summary.
using TopicPages = std::unordered_map<std::string, bool>;

/// Treatment of pages that are off topic.
enum class OffTopic {
  kAsBefore,  ///< As in the existing index; left out of a new one.
  kLeaveOut,
  kTakeIn,  ///< Marked (kOffTopicTerm), without a topic.
};

}  // namespace porthole::indexer
