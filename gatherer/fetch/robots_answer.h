#pragma once

/// What follows from an attempt to fetch robots.txt, and how long it holds. Arithmetic, no I/O.
///
/// Source: RFC 9309 2.3.1 (access results), 2.4 (caching).

#include <chrono>
#include <cstdint>
#include <string>

#include "base/clock.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// Redirects that are followed, to any host; the rules apply to the host first asked (2.3.1.2).
inline constexpr int kRobotsRedirects = 5;
/// How long an answer holds before robots.txt is asked for again (2.4).
inline constexpr std::chrono::hours kRobotsLife{24};
/// How long the last good copy stands in for a robots.txt that cannot be reached (2.3.1.4, 2.4).
inline constexpr std::chrono::days kRobotsLastGoodLife{30};

/// How one request for robots.txt ended.
struct RobotsOutcome {
  FetchStatus status = FetchStatus::kAnswer;
  std::string detail;  ///< FetchResponse::detail, for messages.
  int http_status = 0;
  bool has_location = false;  ///< A Location header that is a URL was there.
  int redirects = 0;          ///< Followed before this request.
};

enum class RobotsAction : std::uint8_t {
  kParse,        ///< 2xx: the body has the rules (2.3.1.1).
  kFollow,       ///< 3xx: ask the Location, `redirects` + 1 (2.3.1.2).
  kKeep,         ///< 304: the copy we have holds for another kRobotsLife.
  kAllowAll,     ///< 4xx, or no end of redirects: there is no robots.txt (2.3.1.2, 2.3.1.3).
  kUnreachable,  ///< 5xx, 429, no answer: everything is disallowed (2.3.1.4).
};

struct RobotsAnswer {
  RobotsAction action = RobotsAction::kUnreachable;
  std::string reason;  ///< For people: "HTTP 503", "connection refused".
};

/// What to do after one request for robots.txt.
///
/// 429 is a 4xx that the standard would read as "no robots.txt"; we take it as unreachable, since a
/// server that asks us to slow down has not said that we may fetch everything. What is no HTTP
/// answer at all, or one outside 200 to 599, is a network error.
RobotsAnswer judge_robots_answer(const RobotsOutcome& outcome);

/// An answer of time `fetched` needs no new request at `now`.
bool is_robots_fresh(WallTime fetched, WallTime now);
/// A good copy of time `fetched` may be obeyed at `now` while robots.txt cannot be reached. When it
/// may not, everything is disallowed: the standard would let us go on, we do not.
bool may_robots_stand_in(WallTime fetched, WallTime now);

}  // namespace porthole::gatherer
