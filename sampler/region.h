#pragma once

/// The part of the web that a walk may visit: T, with S a part of T a part of W.
///
///   hard focus        T = S, the pages on topic
///   neighbourhood     T = S and all within k links of S
///   ancestor          T = the pages of a wider topic, an ancestor of the topic in the taxonomy
///   trial and error   T = W; the walk itself comes back (walk.h)
///
/// Whether a page is in the neighbourhood is found out by B short walks of k links from it: it is when one of
/// them meets a page on topic. What was decided once is kept, so that T is one set. Nothing is fetched for a
/// page next to a page on topic, or of which a neighbour was read that is on topic: it is in T by definition, and
/// the first steps of the short walks go to different neighbours. `by_short_walks` leaves all to the short walks, which
/// draw independently of each other, as published: a page that is in T by definition is then missed where they do not
/// come upon its neighbours on topic (of d neighbours one on topic, k = 1: with probability (1 - 1/d)^B).
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, sections 3.4 and 3.5 (k = 1, B = 10). The paper estimates
/// d_T(u), too; a walk that draws among all neighbours and stays where the one drawn is not in T needs none of
/// it, and is the same walk (walk.h).
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

/// What is not known before more pages are read.
struct Membership {
  bool known = false;
  bool inside = false;
};

struct RegionOptions {
  WalkKind kind = WalkKind::kHard;
  int radius = 1;        ///< k, of the neighbourhood.
  int short_walks = 10;  ///< B.
  bool by_short_walks = false;  ///< T as published: by the short walks alone.
  std::uint64_t random_seed = 1;
};

class Region {
 public:
  Region(PageGraph& graph, RegionOptions options) : graph_(graph), options_(options) {}

  /// Is `page`, a neighbour of `from`, in T? When that needs a page that was not read, it is appended to
  /// `missing` and the answer is not known. Requires: `page` was asked for.
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
