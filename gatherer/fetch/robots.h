#pragma once

/// robots.txt: what a site asks of a crawler with our name.
///
/// In:  the bytes of a robots.txt and our product token.
/// Out: for each path whether we may fetch it, and the line that says so.
///
///   const Robots robots = Robots::parse(body, "porthole");
///   const Robots::Verdict verdict = robots.check(url.request_target());
///   if (!verdict.allowed) drop(url, "robots.txt", verdict.rule);
///
/// - The groups that name our token are read as one; without any, the groups of `*`; without those
///   everything is allowed (2.2.1). Whole tokens are compared, case ignored: `porthole` obeys
///   `Porthole/2.0`, but neither `port` nor `porthole-images`.
/// - The longest pattern that matches decides, Allow wins a tie (2.2.2). robots_pattern.h says what
///   matches. A pattern that begins with neither `/` nor `*` matches nothing.
/// - Records of other kinds (Sitemap, Crawl-delay, unknown ones) do not end a run of User-agent
///   lines: one that follows still joins those before (2.2.4).
/// - Rules before any User-agent line are ignored. Lines end in CR, LF or CR LF; a byte-order mark,
///   NULs and invalid UTF-8 do no harm.
///
/// Source: RFC 9309. Crawl-delay is no part of it.
/// Thread safety: a value; const members may be called from any thread.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gatherer/fetch/robots_pattern.h"

namespace porthole::gatherer {

/// What is read of a robots.txt, in bytes; a line that is cut there is not obeyed (2.5 asks for at
/// least 500 KiB).
inline constexpr std::size_t kRobotsBytes = 512 << 10;

class Robots {
 public:
  /// Any bytes at all make a Robots; what is no rule is passed over.
  static Robots parse(std::string_view bytes, std::string_view product_token);
  static Robots allow_all();
  /// Refuses everything but robots.txt itself. `reason` is for people: "robots.txt: HTTP 503".
  static Robots disallow_all(std::string reason);

  struct Verdict {
    bool allowed = true;
    std::string rule;  ///< The line that decided, without comment, at most 512 bytes; "" = none.
    int line = 0;      ///< Its number, from 1; 0 = none.
  };

  /// May `path_and_query` (Url::request_target()) be fetched? /robots.txt always may (2.2.2).
  Verdict check(std::string_view path_and_query) const;

  /// Why everything is refused; "" when rules decide.
  const std::string& reason() const { return reason_; }

  /// What Crawl-delay asks for, the largest where a group has several, not capped (10^9 s stand for
  /// anything longer). Absent when there is none or it is no number of seconds from 0 on.
  std::optional<std::chrono::milliseconds> crawl_delay() const { return crawl_delay_; }

  /// Values of all Sitemap lines, in order, as written: they may be no URLs. At most 1,000.
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
