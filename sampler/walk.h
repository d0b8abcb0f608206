#pragma once

/// Random walk over the topical web whose stationary distribution is uniform over its region.
///
/// In:  a graph that grows as pages are read, a region, a start page, random numbers.
/// Out: the pages that were visited, each with the steps that the walk spent there.
///
/// The walk is on a graph in which every page has degree D: page u has d_T(u) neighbours in T and a
/// self-loop of weight D - d_T(u). A step draws an edge. The number of steps before one of the
/// |N(u)| edges is drawn has a geometric distribution, so the steps on the self-loop cost one
/// random number and no fetch. If the drawn neighbour is not in T, or not a page, the walk stays:
/// that edge is part of the self-loop. So no page is fetched to compute d_T(u), and the probability
/// of each move is 1 / D as required.
///
/// Trial and error visits every neighbour that it draws, counts the moves since it was on topic
/// (C), and goes back to the last page on topic when after k of them the next page is off topic,
/// too. The paper's text has no self-loops there; this code has, since pages would otherwise be
/// visited in proportion to their degree.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, sections 3.3 to 3.5; traps by host_window.h.
/// Thread safety: one thread.

#include <cstdint>
#include <vector>

#include "sampler/hash_rng.h"
#include "sampler/host_window.h"
#include "sampler/page_graph.h"
#include "sampler/region.h"

namespace porthole::sampler {

struct WalkOptions {
  RegionOptions region;
  double degree_bound = 1e6;       ///< D; more than any page has neighbours.
  int trial_steps = 3;             ///< k of trial and error.
  std::size_t window = 100;        ///< L; 0 = traps are not avoided.
  std::size_t recent_hosts = 100;  ///< H.
};

/// A stay on a page.
struct Visit {
  NodeId page = 0;
  double steps = 0;  ///< Steps of the walk on the regular graph.
};

class Walk {
 public:
  enum class Turn : std::uint8_t {
    kMoved,    ///< It is on another page (or jumped, or went back).
    kStayed,   ///< The neighbour drawn was refused.
    kMissing,  ///< No change: the pages in `missing` have to be read first.
    kStuck,    ///< No neighbour is in its region, or the start is not on topic. It will not move
               ///< again.
  };

  /// `number` identifies the walk within its run.
  Walk(std::uint32_t number, NodeId start, const WalkOptions& options);

  Turn take_turn(PageGraph& graph, Region& region, std::vector<NodeId>& missing);

  const std::vector<Visit>& visits() const { return visits_; }
  std::int64_t moves() const { return moves_; }
  std::int64_t jumps() const { return jumps_; }  ///< Out of traps; each disturbs the walk.
  std::int64_t returns() const { return returns_; }
  bool is_stuck() const { return stuck_; }

 private:
  Turn begin(const PageGraph& graph, std::vector<NodeId>& missing);
  Turn stay();
  void move(PageGraph& graph, NodeId page, HashRng& rng);
  NodeId landing(const PageGraph& graph, NodeId page);

  WalkOptions options_;
  std::uint32_t number_;
  NodeId at_;
  HostWindow hosts_;
  std::vector<Visit> visits_;
  std::uint64_t turns_ = 0;
  std::int64_t moves_ = 0, jumps_ = 0, returns_ = 0;
  std::size_t refused_ = 0;   ///< Consecutive refusals.
  int off_topic_ = 0;         ///< C.
  NodeId last_on_topic_ = 0;  ///< p.
  bool stuck_ = false;
};

}  // namespace porthole::sampler
