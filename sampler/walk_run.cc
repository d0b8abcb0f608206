#include "sampler/walk_run.h"

#include <algorithm>
#include <utility>

namespace porthole::sampler {

WalkRun::WalkRun(PageGraph& graph, WalkRunOptions options)
    : graph_(graph), options_(std::move(options)), region_(graph, options_.walk.region) {
  for (std::uint32_t number = 0; number < options_.walks; ++number) {
    walks_.emplace_back(number, options_.starts[next_start_ % options_.starts.size()],
                        options_.walk);
    ++next_start_;
  }
}

std::vector<NodeId> WalkRun::take_turns() {
  std::vector<NodeId> missing;
  for (std::uint32_t number = 0; number < walks_.size(); ++number) {
    if (is_done(walks_[number])) continue;
    const Walk::Turn turn = walks_[number].take_turn(graph_, region_, missing);
    if (turn == Walk::Turn::kStuck) begin_again(number);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  return missing;
}

void WalkRun::begin_again(std::uint32_t number) {
  if (walks_[number].moves() > 0 || next_start_ >= options_.starts.size()) return;
  walks_[number] = Walk(number, options_.starts[next_start_++], options_.walk);
}

bool WalkRun::is_done() const {
  return std::all_of(walks_.begin(), walks_.end(), [&](const Walk& walk) { return is_done(walk); });
}

std::int64_t WalkRun::moves() const {
  std::int64_t moves = 0;
  for (const Walk& walk : walks_) moves += walk.moves();
  return moves;
}

}  // namespace porthole::sampler
