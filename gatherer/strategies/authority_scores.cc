#include "gatherer/strategies/authority_scores.h"

#include <algorithm>
#include <utility>

#include "topics/graph/hubs_authorities.h"

namespace porthole::gatherer {
namespace {

// A run is due when the crawl has grown by this fraction.
constexpr std::int64_t kGrowth = 20;
// Maximum length of a chain of aliases; cuts cycles.
constexpr int kMostSteps = 64;

}  // namespace

AuthorityScores::AuthorityScores(const Options& options, WeightOf weight_of)
    : options_(options), weight_of_(std::move(weight_of)), next_run_(options.every) {}

void AuthorityScores::add_link(UrlId source, UrlId target, Label label) {
  links_.push_back({static_cast<topics::NodeId>(source), static_cast<topics::NodeId>(target)});
  if (weight_of_) labels_.push_back(label);
  const auto size = static_cast<std::size_t>(std::max(source, target)) + 1;
  if (authority_.size() < size) {
    authority_.resize(size);
    hub_.resize(size);
  }
}

void AuthorityScores::merge(UrlId alias, UrlId target) {
  if (alias == target) return;
  leads_to_[alias] = target;
  const auto size = static_cast<std::size_t>(std::max(alias, target)) + 1;
  if (authority_.size() < size) {
    authority_.resize(size);
    hub_.resize(size);
  }
  authority_[static_cast<std::size_t>(target)] +=
      std::exchange(authority_[static_cast<std::size_t>(alias)], 0.0);
}

UrlId AuthorityScores::standing_for(UrlId url) const {
  for (int step = 0; step < kMostSteps; ++step) {
    const auto found = leads_to_.find(url);
    if (found == leads_to_.end()) break;
    url = found->second;
  }
  return url;
}

void AuthorityScores::update(std::vector<UrlId>& raised) {
  if (pages_ >= next_run_ && !links_.empty()) return run(raised);
  while (settled_ < links_.size()) settled_ = settle_page(settled_, raised);
}

// Updates the scores for the page whose links begin at `begin`; returns the end of its links.
std::size_t AuthorityScores::settle_page(std::size_t begin, std::vector<UrlId>& raised) {
  const topics::NodeId source = links_[begin].source;
  std::vector<Vote> votes;
  std::size_t end = begin;
  for (; end < links_.size() && links_[end].source == source; ++end) {
    const UrlId target = standing_for(links_[end].target);
    if (target != static_cast<UrlId>(source)) votes.push_back({target, weight(end)});
  }
  // Only the heaviest of repeated links counts, as in a full run.
  std::sort(votes.begin(), votes.end(), [](const Vote& a, const Vote& b) {
    return a.target != b.target ? a.target < b.target : a.weight > b.weight;
  });
  votes.erase(std::unique(votes.begin(), votes.end(),
                          [](const Vote& a, const Vote& b) { return a.target == b.target; }),
              votes.end());
  double& hub = hub_[source];
  hub = has_run_ ? 0 : 1;
  if (has_run_) {
    for (const Vote& vote : votes) hub += hub_scale_ * vote.weight * authority(vote.target);
  }
  for (const Vote& vote : votes) {
    const double more = authority_scale_ * vote.weight * hub;
    if (more <= 0) continue;
    authority_[static_cast<std::size_t>(vote.target)] += more;
    raised.push_back(vote.target);
  }
  return end;
}

void AuthorityScores::run(std::vector<UrlId>& raised) {
  topics::CitationList list;
  list.pages = static_cast<topics::NodeId>(authority_.size());
  list.citations = links_;
  for (topics::Citation& link : list.citations)
    link.target = static_cast<topics::NodeId>(standing_for(link.target));
  if (weight_of_) {
    list.weights.reserve(links_.size());
    for (std::size_t i = 0; i < links_.size(); ++i)
      list.weights.push_back(static_cast<float>(weight(i)));
  }
  const topics::LinkGraph graph(std::move(list), {});
  const topics::HubsAndAuthorities scores =
      topics::hubs_and_authorities(graph, {}, {.most_rounds = options_.rounds});
  last_run_.emplace();
  for (std::size_t id = 0; id < authority_.size(); ++id) {
    const double now = scores.authority[id];
    if (now > authority_[id]) raised.push_back(static_cast<UrlId>(id));
    authority_[id] = now;
    hub_[id] = scores.hub[id];
    if (now > 0 || hub_[id] > 0) last_run_->push_back({static_cast<UrlId>(id), hub_[id], now});
  }
  take_scales(graph);
  has_run_ = true;
  settled_ = links_.size();
  next_run_ = pages_ + std::max(options_.every, pages_ / kGrowth);
}

void AuthorityScores::take_scales(const topics::LinkGraph& graph) {
  const topics::Adjacency& citing = graph.citing();
  double of_authorities = 0, of_hubs = 0;
  for (std::size_t row = 0; row < citing.rows(); ++row) {
    for (std::uint32_t i = citing.begin[row]; i < citing.begin[row + 1]; ++i) {
      const double link = citing.weight.empty() ? 1 : static_cast<double>(citing.weight[i]);
      of_authorities += link * authority_[graph.cited().pages[citing.other[i]]];
      of_hubs += link * hub_[citing.pages[row]];
    }
  }
  hub_scale_ = of_authorities > 0 ? 1 / of_authorities : 0;
  authority_scale_ = of_hubs > 0 ? 1 / of_hubs : 0;
}

}  // namespace porthole::gatherer
