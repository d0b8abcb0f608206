#pragma once

/// Parser for robots directives of a page in X-Robots-Tag headers. Those of the robots meta element
/// are read by parser/html/metadata.h.
///
/// In:  `noindex, nofollow`, `otherbot: noarchive`, `unavailable_after: 25 Jun 2026 15:00:00 GMT`.
/// Out: the directives that apply to us.
///
///   RobotsDirectives directives;
///   for (value of each X-Robots-Tag header) {
///     directives.merge(parse_x_robots_tag(value, "porthole"));
///   }
///
/// There is no standard; this implements the directives that the large engines document in common.
/// Unknown words are skipped, case is ignored, and where two values disagree the stricter one
/// applies.

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace porthole::gatherer {

struct RobotsDirectives {
  bool noindex = false;    ///< Keep it out of the index.
  bool nofollow = false;   ///< Do not follow its links.
  bool noarchive = false;  ///< Show no cached copy.
  bool nosnippet = false;  ///< Show no snippet in results; also max-snippet:0.
  std::optional<WallTime> unavailable_after = std::nullopt;  ///< Acts as noindex from then on.

  /// Adds the restrictions of `other`.
  void merge(const RobotsDirectives& other);
  bool may_be_indexed(WallTime now) const;

  friend bool operator==(const RobotsDirectives&, const RobotsDirectives&) = default;
};

/// The directives of one header value that apply to `product_token` (case ignored).
///
/// A name with a colon limits the directives after it, up to the next name or the end of the value,
/// to that robot; directives before any name apply to all.
RobotsDirectives parse_x_robots_tag(std::string_view value, std::string_view product_token);

}  // namespace porthole::gatherer
