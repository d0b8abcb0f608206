#pragma once

/// Replays recorded answers through the owners of a crawl, in place of its loop.
///
/// In:  answers in the order in which they were recorded.
/// Out: what the crawl makes of them, handed to the committer.
///
/// Private to gatherer/. Thread safety: one thread. Lifetime: crawl and clock outlive it.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/url/url.h"
#include "gatherer/crawl/crawl.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// A clock that stands at the date of the answer that is replayed.
class ReplayClock final : public Clock {
 public:
  void set(WallTime now) { now_ = now; }
  WallTime wall() const override { return now_; }
  SteadyTime steady() const override { return system_clock().steady(); }

 private:
  WallTime now_{};
};

struct RecordedCapture {
  std::string url;  ///< As recorded, without a fragment.
  std::string via;  ///< URL of the page it was found on; "" when not known.
  int hops = 0;
  FetchResponse response;
};

class ArchiveReplay {
 public:
  ArchiveReplay(Crawl& crawl, ReplayClock& clock) : crawl_(crawl), clock_(clock) {}

  /// Prepares the strategy and adds the seeds. Errors: those of the repository.
  Result<void> begin();
  /// Takes the next answer. Returns false when today's rules leave no URL to have it.
  /// Errors: those of the repository.
  Result<bool> take(RecordedCapture capture);
  /// Waits until the repository has everything that was taken. Errors: those of the repository.
  Result<void> flush();
  /// Writes the rest. Errors: those of the repository.
  Result<void> end();

 private:
  bool take_robots(const Url& url, const FetchResponse& response);
  bool take_sitemap(const Url& url, FetchResponse& response);
  UrlId url_of(const Url& url, const RecordedCapture& capture);
  bool make_ready(UrlId id);
  void turn(std::chrono::milliseconds wait);
  void parse_all();

  Crawl& crawl_;
  ReplayClock& clock_;
  std::unordered_map<std::string, AuthorityId> robots_redirects_;  ///< By URL.
};

}  // namespace porthole::gatherer
