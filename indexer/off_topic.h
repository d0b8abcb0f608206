#pragma once

/// How an index says which of its pages are off topic.

#include <string_view>

namespace porthole::indexer {

/// The term of each page that is off topic; an index has such pages only where it was asked to take
/// them in.
inline constexpr std::string_view kOffTopicTerm = "XOFFTOPIC";

/// Key of the metadata that tells which of the collection's pages were taken in
/// (TopicStanding::mark()).
inline constexpr const char* kMetaTopic = "porthole.topic";

}  // namespace porthole::indexer
