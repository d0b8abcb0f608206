#pragma once

/// UrlNumbers: translates the numbers of URLs between one of several gatherers and the repository
/// that they share.
///
/// Private to repository/. Thread safety: one thread at a time.

#include <bitset>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "repository/bucket_lease.h"
#include "repository/records.h"

namespace porthole::repository {

/// The numbers of URLs: the gatherer's own and the repository's. Those that were loaded are the
/// same.
class UrlNumbers {
 public:
  explicit UrlNumbers(const std::vector<HeldBucket>& held);

  /// Takes a URL up under a number of the gatherer's own, each once.
  void set(UrlId own, UrlId stored, int bucket);
  /// The repository's number; 0 for none.
  UrlId stored(UrlId own) const;
  /// The gatherer's number; 0 for a URL that it does not know.
  UrlId own(UrlId stored) const;
  int bucket(UrlId own) const;
  bool is_held(UrlId own) const;
  /// Nothing was taken up yet.
  bool empty() const { return known_.empty(); }
  /// The buckets with their epochs.
  std::vector<HeldBucket> held(const std::bitset<kBuckets>& among) const;

 private:
  struct Known {
    UrlId stored = 0;
    std::int16_t bucket = -1;
  };
  std::vector<Known> known_;                 ///< By own number.
  std::unordered_map<UrlId, UrlId> own_of_;  ///< Where the numbers differ.
  std::vector<int> epochs_;                  ///< By bucket; -1 for those that are not held.
};

}  // namespace porthole::repository
