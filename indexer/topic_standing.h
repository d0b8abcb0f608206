#pragma once

/// Decides for each page off topic whether it is left out of the index or included and marked.
///
/// Thread safety: const members, any thread.

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
  /// `made`: kMetaTopic of the existing index. `pages`: null where all pages are on topic.
  /// Lifetime: `pages` outlives it.
  TopicStanding(const TopicPages* pages, OffTopic off_topic, std::string_view made);

  Standing of(const std::string& url) const;
  /// A digest of the decisions on all pages, for kMetaTopic: an index with the same digest is up to
  /// date.
  const std::string& mark() const { return mark_; }

 private:
  const TopicPages* pages_;
  bool takes_all_;
  std::string mark_;
};

}  // namespace porthole::indexer
