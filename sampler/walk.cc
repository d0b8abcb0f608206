#include "sampler/walk.h"

#include <algorithm>
#include <utility>

namespace porthole::sampler {

namespace {

/// After so many refusals a neighbour, one that would not be refused was missed with probability
/// e^-20.
constexpr std::size_t kRefusalsPerNeighbour = 20;

}  // namespace

Walk::Walk(std::uint32_t number, NodeId start, const WalkOptions& options)
    : options_(options),
      number_(number),
      at_(start),
      hosts_(options.window, options.recent_hosts) {}

Walk::Turn Walk::begin(const PageGraph& graph, std::vector<NodeId>& missing) {
  const KnownPage* page = graph.find(at_);
  if (page == nullptr) {
    missing.push_back(at_);
    return Turn::kMissing;
  }
  at_ = graph.standing(at_);
  if (!page->readable || !page->on_topic) {
    stuck_ = true;
    return Turn::kStuck;
  }
  last_on_topic_ = at_;
  visits_.push_back({at_, 0});
  hosts_.visit(page->host, at_);
  return Turn::kMoved;
}

Walk::Turn Walk::take_turn(PageGraph& graph, Region& region, std::vector<NodeId>& missing) {
  if (stuck_) return Turn::kStuck;
  if (visits_.empty()) {
    if (const Turn turn = begin(graph, missing); turn != Turn::kMoved) return turn;
  }
  const std::vector<NodeId>& neighbours = graph.neighbours(at_);
  if (neighbours.empty() || refused_ > kRefusalsPerNeighbour * neighbours.size()) {
    stuck_ = true;
    return Turn::kStuck;
  }
  HashRng rng(options_.region.random_seed, number_, turns_);
  const double steps = rng.trials(static_cast<double>(neighbours.size()) / options_.degree_bound);
  const NodeId drawn = neighbours[rng.below(neighbours.size())];
  if (graph.find(drawn) == nullptr) {
    missing.push_back(drawn);
    return Turn::kMissing;
  }
  Membership membership{true, false};
  if (graph.is_way(at_, drawn)) membership = region.contains(at_, drawn, missing);
  if (!membership.known) return Turn::kMissing;
  ++turns_;
  visits_.back().steps += steps;
  if (!membership.inside) return stay();
  move(graph, graph.standing(drawn), rng);
  return Turn::kMoved;
}

Walk::Turn Walk::stay() {
  ++refused_;
  return Turn::kStayed;
}

void Walk::move(PageGraph& graph, NodeId page, HashRng& rng) {
  NodeId next = landing(graph, page);
  const HostId host = graph.find(next)->host;
  if (hosts_.is_trapped_by(host)) {
    if (const auto other = hosts_.elsewhere(host, rng)) {
      next = *other;
      ++jumps_;
    }
  }
  at_ = next;
  ++moves_;
  refused_ = 0;
  const KnownPage& known = *graph.find(at_);
  if (known.on_topic) {
    last_on_topic_ = at_;
    off_topic_ = 0;
  }
  visits_.push_back({at_, 0});
  hosts_.visit(known.host, at_);
}

NodeId Walk::landing(const PageGraph& graph, NodeId page) {
  if (options_.region.kind != WalkKind::kTrialAndError || graph.find(page)->on_topic) return page;
  if (off_topic_ < options_.trial_steps) {
    ++off_topic_;
    return page;
  }
  ++returns_;
  return last_on_topic_;
}

void HostWindow::visit(HostId host, NodeId page) {
  if (length_ == 0) return;
  last_.push_back(host);
  ++count_[host];
  if (last_.size() > length_) {
    --count_[last_.front()];
    last_.pop_front();
  }
  std::erase_if(hosts_, [&](const auto& known) { return known.first == host; });
  hosts_.emplace_back(host, page);
  if (hosts_.size() > recent_) hosts_.erase(hosts_.begin());
}

bool HostWindow::is_trapped_by(HostId host) const {
  if (length_ == 0) return false;
  const auto found = count_.find(host);
  if (found == count_.end()) return false;
  const bool leaves_with_oldest = last_.size() == length_ && last_.front() == host;
  return 2 * (found->second + 1 - (leaves_with_oldest ? 1 : 0)) > length_;
}

std::optional<NodeId> HostWindow::elsewhere(HostId host, HashRng& rng) const {
  std::vector<NodeId> pages;
  for (const auto& [other, page] : hosts_) {
    if (other != host) pages.push_back(page);
  }
  if (pages.empty()) return std::nullopt;
  return pages[rng.below(pages.size())];
}

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
