#include "repository/postgres/url_numbers.h"

#include <algorithm>

namespace porthole::repository {

UrlNumbers::UrlNumbers(const std::vector<HeldBucket>& held) : epochs_(kBuckets, -1) {
  for (const HeldBucket& bucket : held)
    epochs_[static_cast<std::size_t>(bucket.bucket)] = bucket.epoch;
}

void UrlNumbers::set(UrlId own, UrlId stored, int bucket) {
  const auto place = static_cast<std::size_t>(own);
  if (place >= known_.size()) known_.resize(place + 1);
  known_[place] = {stored, static_cast<std::int16_t>(bucket)};
  if (place == ascending_ && stored > known_[place - 1].stored) {
    ++ascending_;
  } else if (place >= ascending_) {
    own_of_[stored] = own;
  }
}

UrlId UrlNumbers::stored(UrlId own) const {
  const auto place = static_cast<std::size_t>(own);
  return place < known_.size() ? known_[place].stored : 0;
}

UrlId UrlNumbers::own(UrlId stored) const {
  if (const auto found = own_of_.find(stored); found != own_of_.end()) return found->second;
  if (known_.empty()) return 0;
  const auto end = known_.begin() + static_cast<std::ptrdiff_t>(ascending_);
  const auto found = std::ranges::lower_bound(known_.begin() + 1, end, stored, {}, &Known::stored);
  return found != end && found->stored == stored ? found - known_.begin() : 0;
}

int UrlNumbers::bucket(UrlId own) const {
  const auto place = static_cast<std::size_t>(own);
  return place < known_.size() ? known_[place].bucket : -1;
}

bool UrlNumbers::is_held(UrlId own) const {
  const int bucket = this->bucket(own);
  return bucket >= 0 && epochs_[static_cast<std::size_t>(bucket)] >= 0;
}

std::vector<HeldBucket> UrlNumbers::held(const std::bitset<kBuckets>& among) const {
  std::vector<HeldBucket> held;
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    const auto place = static_cast<std::size_t>(bucket);
    if (among[place] && epochs_[place] >= 0) held.push_back({bucket, epochs_[place]});
  }
  return held;
}

std::string UrlNumbers::wanted_in_sql(const std::string& url) const {
  std::string buckets;
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    if (epochs_[static_cast<std::size_t>(bucket)] >= 0)
      buckets += (buckets.empty() ? "" : ",") + std::to_string(bucket);
  }
  if (std::ranges::count(epochs_, -1) == 0) return "";
  const std::string pages_and_names = url + ".state IN (" +
                                      std::to_string(static_cast<int>(UrlState::kFetched)) + "," +
                                      std::to_string(static_cast<int>(UrlState::kAlias)) + ")";
  if (buckets.empty()) return pages_and_names;
  return "(" + url + ".bucket IN (" + buckets + ") OR " + pages_and_names + ")";
}

}  // namespace porthole::repository
