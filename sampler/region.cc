#include "sampler/region.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "sampler/hash_rng.h"

namespace porthole::sampler {
namespace {

constexpr std::array<std::pair<WalkKind, const char*>, 4> kWalkNames = {
    {{WalkKind::kHard, "hard"},
     {WalkKind::kNeighbourhood, "neighbourhood"},
     {WalkKind::kTrialAndError, "trial-and-error"},
     {WalkKind::kAncestor, "ancestor"}}};
/// Offset of random streams: walks have small numbers.
constexpr std::uint64_t kShortWalkStream = std::uint64_t{1} << 32;

constexpr Membership kInside{true, true};
constexpr Membership kOutside{true, false};
constexpr Membership kUnknown{};

}  // namespace

const char* walk_kind_name(WalkKind kind) {
  for (const auto& [known, name] : kWalkNames) {
    if (known == kind) return name;
  }
  return "";
}

std::optional<WalkKind> walk_kind_of(const char* name) {
  for (const auto& [kind, known] : kWalkNames) {
    if (std::strcmp(known, name) == 0) return kind;
  }
  return std::nullopt;
}

Membership Region::contains(NodeId from, NodeId page, std::vector<NodeId>& missing) {
  const KnownPage& known = *graph_.find(page);
  if (!known.readable) return kOutside;
  if (known.on_topic) return kInside;
  switch (options_.kind) {
    case WalkKind::kHard:
      return kOutside;
    case WalkKind::kAncestor:
      return known.in_wider ? kInside : kOutside;
    case WalkKind::kTrialAndError:
      return kInside;
    case WalkKind::kNeighbourhood:
      break;
  }
  return in_neighbourhood(from, graph_.standing(page), missing);
}

Membership Region::in_neighbourhood(NodeId from, NodeId page, std::vector<NodeId>& missing) {
  if (const auto found = decided_.find(page); found != decided_.end())
    return found->second ? kInside : kOutside;
  const bool by_definition = !options_.by_short_walks && is_next_to_topic(from, page);
  const Membership found = by_definition ? kInside : walks_meet_topic(page, missing);
  if (found.known) decided_.emplace(page, found.inside);
  return found;
}

bool Region::is_next_to_topic(NodeId from, NodeId page) {
  const auto is_on_topic = [&](NodeId node) {
    const KnownPage* known = graph_.find(node);
    return known != nullptr && known->on_topic;
  };
  if (is_on_topic(from)) return true;
  const std::vector<NodeId>& neighbours = graph_.neighbours(page);
  return std::any_of(neighbours.begin(), neighbours.end(), is_on_topic);
}

Membership Region::walks_meet_topic(NodeId page, std::vector<NodeId>& missing) {
  std::vector<NodeId> first = graph_.neighbours(page);
  for (int walk = 0; walk < options_.short_walks && !first.empty(); ++walk) {
    HashRng rng(options_.random_seed, kShortWalkStream + page, static_cast<std::uint64_t>(walk));
    const std::size_t drawn = rng.below(first.size());
    NodeId at = graph_.standing(first[drawn]);
    // Walks that begin at different neighbours find more than those that draw independently.
    if (!options_.by_short_walks) first.erase(first.begin() + static_cast<std::ptrdiff_t>(drawn));
    for (int steps = 1;; ++steps) {
      const KnownPage* known = graph_.find(at);
      if (known == nullptr) {
        missing.push_back(at);
        return kUnknown;
      }
      if (known->readable && known->on_topic) return kInside;
      if (!known->readable || steps >= options_.radius) break;
      const std::vector<NodeId>& next = graph_.neighbours(at);
      if (next.empty()) break;
      at = graph_.standing(next[rng.below(next.size())]);
    }
  }
  return kOutside;
}

}  // namespace porthole::sampler
