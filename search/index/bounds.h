#pragma once

/// Bounds of a search: its deadline, by the steady clock, and the last documents that it shows.
///
/// Thread safety: Deadline from any thread; Bounds one thread.

#include <xapian.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::search {

class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds from_now)
      : at_(std::chrono::steady_clock::now() + from_now) {}

  bool has_passed() const { return std::chrono::steady_clock::now() >= at_; }

 private:
  std::chrono::steady_clock::time_point at_;
};

/// The last visible document of each index, by revision (search/index/revision.h); no limit for an
/// index that is not listed.
using LastDocuments = std::map<std::string, Xapian::docid>;

/// Limits of one search, shared by its posting sources.
struct Bounds {
  Deadline deadline;
  LastDocuments last{};
  bool stopped = false;  ///< Set by the sources: the deadline ended the match.
  bool cut = false;  ///< Set where terms of the index are expanded: there were more than the limit.
};

/// Pagination token: the last document id of each of `indexes` at the time of the search
/// ("1200-311"), so that later result pages ignore new documents.
std::string pagination_token(const std::vector<Xapian::Database>& indexes);

/// `revisions`: of the indexes (search/index/revision.h), in the order of the token. No limits for
/// a token that is malformed or has another number of ids.
LastDocuments parse_pagination_token(std::string_view token,
                                     const std::vector<std::string>& revisions);

}  // namespace porthole::search
