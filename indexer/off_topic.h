#pragma once

/// Term and metadata key that mark pages off topic.

#include <string_view>

namespace porthole::indexer {

/// The term of each page off topic. An index has such pages only with OffTopic::kTakeIn.
inline constexpr std::string_view kOffTopicTerm = "XOFFTOPIC";

/// Metadata key of TopicStanding::mark(): which pages of the collection the index has.
inline constexpr const char* kMetaTopic = "porthole.topic";

}  // namespace porthole::indexer
