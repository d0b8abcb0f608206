#pragma once

/// The pages of a collection that are on and off topic, as input of the indexer, and the decision
/// which of those off topic are left out of the index or included and marked.
///
/// Thread safety: const members, any thread.

#include <string>
#include <string_view>
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
