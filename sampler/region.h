#pragma once

/// Region T of the web that a walk may visit, where S is a subset of T and T of W.
///
///   hard focus        T = S, the pages on topic
///   neighbourhood     T = S and all within k links of S
///   ancestor          T = the pages of a wider topic, an ancestor of the topic in the taxonomy
///   trial and error   T = W; the walk itself returns (walk.h)
///
/// Membership in the neighbourhood is decided by B short walks of k links from the page: it is a
/// member when one of them meets a page on topic. Decisions are kept, so that T is one set. A page
/// next to a page on topic, or with a neighbour on topic that was read, is a member by definition
/// and needs no fetch; the first steps of the short walks go to different neighbours. With
/// `by_short_walks` only the short walks decide and draw independently, as published: they can miss
/// a page that is a member by definition (of d neighbours one on topic, k = 1: with probability (1
/// - 1/d)^B).
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, sections 3.4 and 3.5 (k = 1, B = 10). The paper
/// also estimates d_T(u); a walk that draws among all neighbours and stays when the drawn one is
/// not in T is the same walk without the estimate (walk.h).
/// Thread safety: one thread; shared by the walks of one run.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sampler/page_graph.h"

namespace porthole::sampler {

enum class WalkKind : std::uint8_t { kHard, kNeighbourhood, kTrialAndError, kAncestor };
/// "hard", "neighbourhood", "trial-and-error", "ancestor"; and back.
const char* walk_kind_name(WalkKind kind);
std::optional<WalkKind> walk_kind_of(const char* name);

/// Result of a membership test; unknown until more pages are read.
struct Membership {
  bool known = false;
  bool inside = false;
};

struct RegionOptions {
  WalkKind kind = WalkKind::kHard;
  int radius = 1;               ///< k, of the neighbourhood.
  int short_walks = 10;         ///< B.
  bool by_short_walks = false;  ///< T as published: by the short walks alone.
  std::uint64_t random_seed = 1;
};

class Region {
 public:
  Region(PageGraph& graph, RegionOptions options) : graph_(graph), options_(options) {}

  /// Tests whether `page`, a neighbour of `from`, is in T. If that needs a page that was not read,
  /// it is appended to `missing` and the result is unknown. Requires: `page` was requested.
  Membership contains(NodeId from, NodeId page, std::vector<NodeId>& missing);

 private:
  Membership in_neighbourhood(NodeId from, NodeId page, std::vector<NodeId>& missing);
  bool is_next_to_topic(NodeId from, NodeId page);
  Membership walks_meet_topic(NodeId page, std::vector<NodeId>& missing);

  PageGraph& graph_;
  RegionOptions options_;
  std::unordered_map<NodeId, bool> decided_;
};

}  // namespace porthole::sampler
