#pragma once

/// RobotsStatements: what a page's X-Robots-Tag headers, or its robots meta elements, say to one
/// robot.
///
/// In:  header `noindex, nofollow`, `otherbot: noarchive`, `unavailable_after: 25 Jun 2026 15:00
///      GMT`; meta elements whose name is `robots` or the robot's.
/// Out: the directives that apply to it.
///
///   RobotsStatements said("porthole");
///   for (value of each X-Robots-Tag header) said.header(value);
///   said.directives().noindex
///
/// There is no standard; this implements the directives that the large engines document in common.
/// Unknown words are skipped, case is ignored. Directives to the robot by its name add to those to
/// all; where the two disagree (`noindex` to all, `index` to it) its own holds. Where
/// two values of one kind disagree the stricter one holds.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"

namespace porthole::parser {

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

class RobotsStatements {
 public:
  /// `agent`: the robot's product token; "" for one that is never named.
  explicit RobotsStatements(std::string agent = "") : agent_(std::move(agent)) {}

  /// Takes up the value of an X-Robots-Tag header. A name with a colon limits the directives after
  /// it, up to the next name or the end of the value, to that robot.
  void header(std::string_view value);
  /// Takes up a meta element; ignores one whose name is neither `robots` nor the robot's.
  void meta(std::string_view name, std::string_view content);

  RobotsDirectives directives() const;

 private:
  void say(std::string_view part, bool for_all);

  std::string agent_;
  RobotsDirectives to_all_, to_us_;
  RobotsDirectives lifted_;  ///< Restrictions that its name frees the robot from.
};

}  // namespace porthole::parser
