#pragma once

/// How long a host is left alone after each answer, and a URL after each try that failed.
///
/// In:  the <politeness> of the specification; answers; the Crawl-delay of robots.txt.
/// Out: pauses. Whoever calls keeps the time (Frontier, Postponed).
///
/// The ordinary pause is the delay of the specification, that of a <host> which fits, or a longer
/// Crawl-delay up to the cap.
/// Retry-After (RFC 9110 10.2.3) of a busy server counts up to an hour. A transfer that was cut
/// doubles the pause of its host, the next one in a row again, up to kBackOff; a complete answer
/// makes it ordinary again. A host that turned the crawler away kManyTurns times, half of them
/// forgotten with each page that it gives, is asked for few of its other URLs: it is skipped for
/// twice as many of them after each further time. Where there is nobody to be polite to (a gateway,
/// a recorded web) all pauses are zero.
///
/// Thread safety: one thread.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "collection/edit/slow_hosts.h"
#include "collection/specification.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

class HostPace {
 public:
  /// `patient`: pauses are kept. Ownership: keeps a reference to `politeness`.
  HostPace(const collection::Politeness& politeness, bool patient)
      : politeness_(politeness), patient_(patient) {}

  /// The hosts that are asked less often from now on; none at first.
  void set_slow(std::vector<collection::SlowHost> slow) { slow_ = std::move(slow); }

  /// Between two requests to `host` (with or without its port), whose robots.txt asks for
  /// `crawl_delay`.
  std::chrono::milliseconds ordinary(std::string_view host,
                                     std::optional<std::chrono::milliseconds> crawl_delay) const;

  /// After `response` of `host` (the name of its queue), which is counted.
  std::chrono::milliseconds after(const std::string& host, const FetchResponse& response,
                                  std::optional<std::chrono::milliseconds> crawl_delay,
                                  WallTime now);

  /// `host` sent a challenge or a refusal in the place of a page. Returns the pause that follows.
  std::chrono::milliseconds turned_away(const std::string& host);
  /// `host` gave a page.
  void gave_a_page(const std::string& host);
  /// The URL of `host` that is next is to be left out in this run; counts it.
  bool skips(const std::string& host);

  /// Before a URL is asked for again whose `tries`-th try (from 1) ended with `response`.
  std::chrono::milliseconds before_next_try(int tries, const FetchResponse& response,
                                            WallTime now) const;

 private:
  const collection::Politeness& politeness_;
  bool patient_;
  std::vector<collection::SlowHost> slow_;
  struct Turned {
    int times = 0;
    int to_skip = 0;  ///< URLs.
  };
  static constexpr int kManyTurns = 5;
  std::unordered_map<std::string, Turned> turned_;
  std::unordered_map<std::string, int> cut_;  ///< Transfers in a row that were cut, by host.
};

/// A failure of one transfer, which says little of the host's other pages.
inline bool is_cut_transfer(const FetchResponse& response) {
  return response.status == FetchStatus::kBroken || response.broke_off;
}

}  // namespace porthole::gatherer
