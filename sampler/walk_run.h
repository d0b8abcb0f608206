#pragma once

/// Runs several walks over one graph, round-robin.
///
/// In:  start pages, number of walks, length of each.
/// Out: the pages to read next; the walks.
///
///   WalkRun run(graph, options);
///   while (!run.is_done()) {
///     for (NodeId page : run.take_turns()) graph.add(page, ..., read(page));
///   }
///
/// Walks take turns, except those that wait for a page; so the result depends on the options and
/// the pages only, not on the time that reading takes. A walk that cannot leave its first page
/// (which is not on topic, or has no neighbour that is) begins again at the next start that is
/// left.
///
/// Thread safety: one thread.

#include <cstdint>
#include <vector>

#include "sampler/page_graph.h"
#include "sampler/region.h"
#include "sampler/walk.h"

namespace porthole::sampler {

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
