#pragma once

/// Trap avoidance: limits the share of one host among the last visits of a walk.
///
/// In:  the pages that a walk visits, with their hosts.
/// Out: whether a visit would raise the share of its host above L / 2 of the last L visits; if so,
/// the
///      last page of one of the last H distinct hosts.
///
/// The walk does not jump to the over-represented host itself. If no other host was visited yet,
/// the walk goes on.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 4 ("Avoiding traps and bottlenecks"; L =
/// 100).
/// Thread safety: one thread.

#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sampler/hash_rng.h"
#include "sampler/page_graph.h"

namespace porthole::sampler {

class HostWindow {
 public:
  /// `length` is L, 0 = no limit; `recent` is H.
  HostWindow(std::size_t length, std::size_t recent) : length_(length), recent_(recent) {}

  void visit(HostId host, NodeId page);

  /// True if a visit to `host` would exceed the limit.
  bool is_trapped_by(HostId host) const;
  /// Returns the page to jump to instead of visiting `host`; empty when no other host is known.
  std::optional<NodeId> elsewhere(HostId host, HashRng& rng) const;

 private:
  std::size_t length_;
  std::size_t recent_;
  std::deque<HostId> last_;
  std::unordered_map<HostId, std::size_t> count_;  ///< In last_.
  std::vector<std::pair<HostId, NodeId>> hosts_;   ///< Distinct; the one visited last at the end.
};

}  // namespace porthole::sampler
