#include "indexer/topic_standing.h"

#include <xxhash.h>

#include <cstdint>

namespace porthole::indexer {
namespace {

constexpr std::string_view kAll = "all";
constexpr std::string_view kOnTopic = "on-topic";

bool takes_all(OffTopic wanted, std::string_view made) {
  return wanted == OffTopic::kAsBefore ? made.starts_with(kAll) : wanted == OffTopic::kTakeIn;
}

// Independent of the order of the pages.
std::uint64_t fingerprint_of(const TopicPages& pages) {
  std::uint64_t sum = 0;
  for (const auto& [url, on_topic] : pages)
    sum += XXH3_64bits_withSeed(url.data(), url.size(), on_topic ? 1 : 0);
  return sum;
}

}  // namespace

TopicStanding::TopicStanding(const TopicPages* pages, OffTopic off_topic, std::string_view made)
    : pages_(pages), takes_all_(takes_all(off_topic, made)) {
  if (pages_ == nullptr) return;
  mark_ = std::string(takes_all_ ? kAll : kOnTopic) + ' ' + std::to_string(fingerprint_of(*pages_));
}

Standing TopicStanding::of(const std::string& url) const {
  if (pages_ == nullptr) return Standing::kOnTopic;
  const auto found = pages_->find(url);
  if (found == pages_->end() || found->second) return Standing::kOnTopic;
  return takes_all_ ? Standing::kMarked : Standing::kLeftOut;
}

}  // namespace porthole::indexer
