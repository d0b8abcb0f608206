#include "repository/postgres/url_numbers.h"

namespace porthole::repository {

UrlNumbers::UrlNumbers(const std::vector<HeldBucket>& held) : epochs_(kBuckets, -1) {
  for (const HeldBucket& bucket : held)
    epochs_[static_cast<std::size_t>(bucket.bucket)] = bucket.epoch;
}

void UrlNumbers::set(UrlId own, UrlId stored, int bucket) {
  const auto place = static_cast<std::size_t>(own);
  if (place >= known_.size()) known_.resize(place + 1);
  known_[place] = {stored, static_cast<std::int16_t>(bucket)};
  if (own != stored) own_of_[stored] = own;
}

UrlId UrlNumbers::stored(UrlId own) const {
  const auto place = static_cast<std::size_t>(own);
  return place < known_.size() ? known_[place].stored : 0;
}

UrlId UrlNumbers::own(UrlId stored) const {
  if (const auto found = own_of_.find(stored); found != own_of_.end()) return found->second;
  return this->stored(stored) == stored ? stored : 0;
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

}  // namespace porthole::repository
