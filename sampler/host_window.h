#pragma once

/// Keeps a walk from being trapped on a host: who was visited lately, and where to go in place of once more.
///
/// In:  the pages that a walk visits, with their hosts.
/// Out: whether a next page would make its host stand for more than L / 2 of the last L visits; if so, the
///      last page of one of the last H distinct hosts.
///
/// The host that is too frequent is not jumped to. Where no other host was visited yet there is nowhere to
/// jump: the walk goes on.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 4 ("Avoiding traps and bottlenecks"; L = 100).
/// Thread safety: one thread.

#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sampler/dice.h"
#include "sampler/page_graph.h"

namespace porthole::sampler {

class HostWindow {
 public:
  /// `length` is L, 0 = never in the way; `recent` is H.
  HostWindow(std::size_t length, std::size_t recent) : length_(length), recent_(recent) {}

  void visit(HostId host, NodeId page);

  /// A visit to `host` now would be one too many.
  bool is_trapped_by(HostId host) const;
  /// Where to go instead of to `host`; nothing when no other host is known.
  std::optional<NodeId> elsewhere(HostId host, Dice& dice) const;

 private:
  std::size_t length_;
  std::size_t recent_;
  std::deque<HostId> last_;
  std::unordered_map<HostId, std::size_t> count_;  ///< In last_.
  std::vector<std::pair<HostId, NodeId>> hosts_;   ///< Distinct; the one visited last at the end.
};

}  // namespace porthole::sampler
