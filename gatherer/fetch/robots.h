#pragma once

/// Robots: parser and matcher for robots.txt (RFC 9309).
///
/// In:  the bytes of a robots.txt and our product token.
/// Out: for each path whether we may fetch it, and the line that decides.
///
///   const Robots robots = Robots::parse(body, "porthole");
///   const Robots::Verdict verdict = robots.check(url.request_target());
///   if (!verdict.allowed) drop(url, "robots.txt", verdict.rule);
///
/// - All groups that name our token are merged; without any, the groups of `*` apply; without those
///   everything is allowed (2.2.1). Tokens are compared as a whole, ignoring case: `porthole` obeys
///   `Porthole/2.0`, but neither `port` nor `porthole-images`.
/// - The longest matching pattern decides, Allow wins a tie (2.2.2). RobotsPattern defines
///   matching. A pattern that begins with neither `/` nor `*` matches nothing.
/// - Other records (Sitemap, Crawl-delay, unknown ones) do not end a run of User-agent lines: a
///   User-agent line after them still joins the group (2.2.4).
/// - Rules before any User-agent line are ignored. Lines end in CR, LF or CR LF; a byte-order mark,
///   NULs and invalid UTF-8 are tolerated.
///
/// Source: RFC 9309. Crawl-delay is not part of it.
/// Thread safety: a value; const members may be called from any thread.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

// A path pattern of robots.txt, such as `/fish*.php$`, is matched against the path and query of a
// URL.
//
// Both sides are compared octet by octet (RFC 9309 2.2.2). An octet equals its percent-encoding
// (`%7E` and `~`, `%e3` and `%E3` and the raw byte), except for the delimiters of the part that
// the octet stands in: `%2F` and `%3F` differ from `/` and `?` in a path, `%26` and `%3D` from `&`
// and `=` in a query. So `/f?u=https://a.b` equals `/f?u=https%3A%2F%2Fa.b`, as in the standard's
// table, and `/a%2Fb` differs from `/a/b`. `*` and `$` are special in patterns only; `%2A` and
// `%24` there mean the characters themselves (2.2.3).

/// The path and query of one URL, prepared for matching against many patterns.
class RobotsTarget {
 public:
  /// `path_and_query` as Url::request_target() gives it.
  explicit RobotsTarget(std::string_view path_and_query);

 private:
  friend class RobotsPattern;
  std::u16string octets_;
};

class RobotsPattern {
 public:
  /// `written` is the value of an Allow or Disallow line, without comment and outer white space.
  explicit RobotsPattern(std::string_view written);

  /// True if the pattern matches a prefix of `target`.
  ///
  /// Takes at most |target| * min(|target|, |pattern|) steps, for any number of stars.
  bool matches(const RobotsTarget& target) const;

  /// The specificity that decides between two matching patterns: octets as RFC 9309 2.2.2 encodes
  /// them (unreserved characters 1, percent-encodings and bytes outside ASCII 3), `*` and `$`
  /// included.
  std::size_t octets() const { return octet_count_; }

 private:
  std::u16string octets_;  // runs of `*` become one kStar, a final `$` sets ends_
  std::size_t octet_count_ = 0;
  std::size_t literal_count_ = 0;  // octets_ without the stars
  bool ends_ = false;
};

/// Maximum number of bytes read of a robots.txt; a line that is cut there is ignored (2.5 asks for
/// at least 500 KiB).
inline constexpr std::size_t kRobotsBytes = 512 << 10;

class Robots {
 public:
  /// Accepts any bytes; invalid lines are skipped.
  static Robots parse(std::string_view bytes, std::string_view product_token);
  static Robots allow_all();
  /// Disallows everything but robots.txt itself. `reason` is for people: "robots.txt: HTTP 503".
  static Robots disallow_all(std::string reason);

  struct Verdict {
    bool allowed = true;
    std::string rule;  ///< The deciding line, without comment, at most 512 bytes; "" if none.
    int line = 0;      ///< Its number, from 1; 0 if none.
  };

  /// Whether `path_and_query` (Url::request_target()) may be fetched. /robots.txt always may
  /// (2.2.2).
  Verdict check(std::string_view path_and_query) const;

  /// Why everything is disallowed; "" when rules decide.
  const std::string& reason() const { return reason_; }

  /// The value of Crawl-delay, the largest where a group has several, not capped (10^9 s stand for
  /// anything longer). Absent when there is none or its value is not a number of seconds >= 0.
  std::optional<std::chrono::milliseconds> crawl_delay() const { return crawl_delay_; }

  /// Values of all Sitemap lines, in order, as written; they need not be valid URLs. At most 1,000.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  friend class RobotsReader;
  struct Rule {
    RobotsPattern pattern;
    bool allow = false;
    int line = 0;
    std::string text;
  };

  std::vector<Rule> rules_;  // most specific first, Allow before Disallow: the first match decides
  std::string reason_;
  std::optional<std::chrono::milliseconds> crawl_delay_;
  std::vector<std::string> sitemaps_;
};

// The response to a request for robots.txt (RFC 9309 2.3.1), and how long it stays valid (2.4).

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
