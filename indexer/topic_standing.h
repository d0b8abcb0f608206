#pragma once

/// Which pages are off topic, and what becomes of them in the index: left out, or taken in and
/// marked.
///
/// Thread safety: const members, any thread. This header is the room's own.

#include <string>
#include <string_view>

#include "indexer/topic_pages.h"

namespace porthole::indexer {

enum class Standing {
  kOnTopic,
  kMarked,   ///< Off topic, and in the index with kOffTopicTerm.
  kLeftOut,  ///< Off topic, and not in the index.
};

class TopicStanding {
 public:
  /// `made`: kMetaTopic of the index as it is. `pages` is null where all pages are on topic.
  /// Lifetime: `pages` must outlive it.
  TopicStanding(const TopicPages* pages, OffTopic off_topic, std::string_view made);

  Standing of(const std::string& url) const;
  /// Of all pages, in few bytes, for kMetaTopic: an index that says the same needs no look at each
  /// page.
  const std::string& mark() const { return mark_; }

 private:
  const TopicPages* pages_;
  bool takes_all_;
  std::string mark_;
};

}  // namespace porthole::indexer
