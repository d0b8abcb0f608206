#pragma once

/// What a page asks of robots about itself: the values of X-Robots-Tag headers and of meta robots.
///
/// In:  `noindex, nofollow`, `otherbot: noarchive`, `unavailable_after: 25 Jun 2026 15:00:00 GMT`.
/// Out: the directives that hold for us.
///
///   RobotsDirectives directives;
///   for (value of each X-Robots-Tag header) {
///     directives.merge(parse_x_robots_tag(value, "porthole"));
///   }
///
/// There is no standard; we read what the large engines document in common. Unknown words are
/// passed over, letters' case does not matter, and where two values disagree the stricter one
/// holds.

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace porthole::gatherer {

struct RobotsDirectives {
  bool noindex = false;    ///< Not to be found by search.
  bool nofollow = false;   ///< Its links are not to be followed.
  bool noarchive = false;  ///< No copy of it is to be shown.
  bool nosnippet = false;  ///< No text of it is to be shown in results; also max-snippet:0.
  std::optional<WallTime> unavailable_after = std::nullopt;  ///< From then on as if noindex.

  /// Adds what `other` forbids.
  void merge(const RobotsDirectives& other);
  bool may_be_indexed(WallTime now) const;

  friend bool operator==(const RobotsDirectives&, const RobotsDirectives&) = default;
};

/// The directives of one header value that hold for `product_token` (case ignored).
///
/// A name with a colon speaks to that robot alone, up to the next name or the end of the value;
/// what stands before any name speaks to all.
RobotsDirectives parse_x_robots_tag(std::string_view value, std::string_view product_token);

/// The directives of the content of a meta element whose name is `robots` or our product token.
RobotsDirectives parse_meta_robots(std::string_view content);

}  // namespace porthole::gatherer
