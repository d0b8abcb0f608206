#pragma once

/// Interprets the response to a request for robots.txt, and how long it stays valid. No I/O.
///
/// Source: RFC 9309 2.3.1 (access results), 2.4 (caching).

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// Maximum number of redirects, to any host; the rules apply to the original host (2.3.1.2).
inline constexpr int kRobotsRedirects = 5;
/// Cache lifetime of robots.txt (2.4).
inline constexpr std::chrono::hours kRobotsLife{24};
/// How long the last good copy is used while robots.txt is unreachable (2.3.1.4, 2.4).
inline constexpr std::chrono::days kRobotsLastGoodLife{30};

/// The outcome of one request for robots.txt.
struct RobotsOutcome {
  FetchStatus status = FetchStatus::kAnswer;
  std::string detail;  ///< FetchResponse::detail, for messages.
  int http_status = 0;
  bool has_location = false;  ///< The response has a Location header with a valid URL.
  bool is_html = false;       ///< is_html_without_rules() of the body.
  int redirects = 0;          ///< Redirects followed before this request.
};

enum class RobotsAction : std::uint8_t {
  kParse,        ///< 2xx but the last: the body has the rules (2.3.1.1).
  kFollow,       ///< 3xx: fetch the Location, with `redirects` + 1 (2.3.1.2).
  kKeep,         ///< 304: the cached copy is valid for another kRobotsLife.
  kAllowAll,     ///< 4xx, or too many redirects: there is no robots.txt (2.3.1.2, 2.3.1.3).
  kUnreachable,  ///< 5xx, 429, no response, 202, HTML: everything is disallowed (2.3.1.4).
};

struct RobotsAnswer {
  RobotsAction action = RobotsAction::kUnreachable;
  std::string reason;  ///< For people: "HTTP 503", "connection refused".
};

/// The action that follows from one request for robots.txt.
///
/// The standard reads 429, as any 4xx, as "no robots.txt"; we treat it as unreachable, since a
/// server that asks for fewer requests has not allowed all of them. 202 and HTML are what servers
/// send that ask whether a person is there, and say as little of what is allowed. A response that
/// is not valid HTTP, or has a status outside 200 to 599, counts as a network error.
RobotsAnswer judge_robots_answer(const RobotsOutcome& outcome);

/// The body is an HTML page, and no robots.txt that somebody serves as one.
bool is_html_without_rules(std::string_view body);

/// True if a response fetched at `fetched` needs no new request at `now`.
bool is_robots_fresh(WallTime fetched, WallTime now);
/// True if a good copy fetched at `fetched` may be used at `now` while robots.txt is unreachable.
/// After that everything is disallowed, which is stricter than the standard.
bool may_robots_stand_in(WallTime fetched, WallTime now);

}  // namespace porthole::gatherer
