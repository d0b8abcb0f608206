#pragma once

/// Random walk over the topical web whose stationary distribution is uniform over its region, its
/// way out of traps, and runs of several walks.
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
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, sections 3.3 to 3.5.
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sampler/hash_rng.h"
#include "sampler/page_graph.h"
#include "sampler/region.h"

namespace porthole::sampler {

// Trap avoidance: limits the share of one host among the last visits of a walk.
//
// In:  the pages that a walk visits, with their hosts.
// Out: whether a visit would raise the share of its host above L / 2 of the last L visits; if so,
//      the last page of one of the last H distinct hosts.
//
// The walk does not jump to the over-represented host itself. If no other host was visited yet,
// the walk goes on.
//
// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 4 ("Avoiding traps and bottlenecks"; L =
// 100).

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

// Runs several walks over one graph, round-robin.
//
// In:  start pages, number of walks, length of each.
// Out: the pages to read next; the walks.
//
//   WalkRun run(graph, options);
//   while (!run.is_done()) {
//     for (NodeId page : run.take_turns()) graph.add(page, ..., read(page));
//   }
//
// Walks take turns, except those that wait for a page; so the result depends on the options and
// the pages only, not on the time that reading takes. A walk that cannot leave its first page
// (which is not on topic, or has no neighbour that is) begins again at the next start that is
// left.

struct WalkRunOptions {
  WalkOptions walk;
  std::uint32_t walks = 4;
  std::int64_t moves = 1000;     ///< Moves of each walk.
  std::vector<NodeId> starts{};  ///< The walks begin at the first of these, one each; not empty.
};

class WalkRun {
 public:
  WalkRun(PageGraph& graph, WalkRunOptions options);

  /// Advances every unfinished walk by one turn. Returns the pages to read and add to the graph
  /// before the next call, each once.
  std::vector<NodeId> take_turns();
  bool is_done() const;

  const std::vector<Walk>& walks() const { return walks_; }
  std::int64_t moves() const;

 private:
  bool is_done(const Walk& walk) const { return walk.is_stuck() || walk.moves() >= options_.moves; }
  void begin_again(std::uint32_t number);

  PageGraph& graph_;
  WalkRunOptions options_;
  Region region_;
  std::vector<Walk> walks_;
  std::size_t next_start_ = 0;
};

}  // namespace porthole::sampler
