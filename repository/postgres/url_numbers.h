#pragma once

/// UrlNumbers: translates the numbers of URLs between one of several gatherers and the repository
/// that they share.
///
/// Private to repository/. Thread safety: one thread at a time.

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "repository/bucket_lease.h"
#include "repository/records.h"

namespace porthole::repository {

/// The numbers of URLs: the gatherer's own, 1, 2, ... as it takes them up, and the repository's.
///
/// Memory: 16 bytes a URL, and some 56 more for each after the first whose number of the repository
/// is below that of the one before it. own() takes logarithmic time.
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
  UrlId last() const { return known_.empty() ? 0 : static_cast<UrlId>(known_.size()) - 1; }
  /// The buckets with their epochs.
  std::vector<HeldBucket> held(const std::bitset<kBuckets>& among) const;
  /// A condition in SQL on `url`, a row of the table url. A gatherer begins with the rows that meet
  /// it: those in its buckets, all pages, which cite across buckets, and all other names of URLs.
  /// "" for all rows.
  std::string wanted_in_sql(const std::string& url) const;

 private:
  struct Known {
    UrlId stored = 0;
    std::int16_t bucket = -1;
  };
  std::vector<Known> known_;                 ///< By own number; [0] is not used.
  std::size_t ascending_ = 1;                ///< Up to here stored numbers ascend.
  std::unordered_map<UrlId, UrlId> own_of_;  ///< Those after these.
  std::vector<int> epochs_;                  ///< By bucket; -1 for those that are not held.
};

}  // namespace porthole::repository
