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
/// - The longest matching pattern decides, Allow wins a tie (2.2.2). robots_pattern.h defines
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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gatherer/fetch/robots_pattern.h"

namespace porthole::gatherer {

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

}  // namespace porthole::gatherer
