#include "gatherer/focus_strategies.h"

#include <utility>

namespace porthole::gatherer {
namespace {

void move_to_end(std::vector<UrlId>& from, std::vector<UrlId>& to) {
  to.insert(to.end(), from.begin(), from.end());
  from.clear();
}

}  // namespace

void HardFocus::link_read(const LinkRead& read) {
  if (!read.target_open || read.source.id == 0 || !read.source.judgement.best_is_wanted) return;
  if (++wanted_[read.target] == 1) raised_.push_back(read.target);
}

void HardFocus::merge(UrlId alias, UrlId target) {
  const auto found = wanted_.find(alias);
  if (found == wanted_.end() || alias == target) return;
  const int links = found->second;
  wanted_.erase(found);
  wanted_[target] += links;
  raised_.push_back(target);
}

Rating HardFocus::rate(UrlId target, int, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const bool may = wanted_.contains(target);
  return {.priority = may ? 1.0 : 0.0, .pruned = !may};
}

void HardFocus::take_raised(std::vector<UrlId>& raised) { move_to_end(raised_, raised); }

void HardFocus::explain(UrlId target, std::vector<Reason>& reasons) const {
  const auto found = wanted_.find(target);
  if (found == wanted_.end()) {
    reasons.push_back({"no page whose best topic is wanted links to it", 0});
  } else {
    reasons.push_back({"links from pages whose best topic is wanted", static_cast<double>(found->second)});
  }
}

void SoftFocus::link_read(const LinkRead& read) {
  if (read.target_open && read.source.id != 0) raise_to(read.target, read.source.judgement.relevance.value());
}

void SoftFocus::raise_to(UrlId target, double relevance) {
  const auto [place, is_new] = best_.try_emplace(target, relevance);
  if (!is_new && place->second >= relevance) return;
  place->second = relevance;
  raised_.push_back(target);
}

void SoftFocus::merge(UrlId alias, UrlId target) {
  const auto found = best_.find(alias);
  if (found == best_.end() || alias == target) return;
  const double relevance = found->second;
  best_.erase(found);
  raise_to(target, relevance);
}

Rating SoftFocus::rate(UrlId target, int, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const auto found = best_.find(target);
  return {.priority = found == best_.end() ? 0 : found->second};
}

void SoftFocus::take_raised(std::vector<UrlId>& raised) { move_to_end(raised_, raised); }

void SoftFocus::explain(UrlId target, std::vector<Reason>& reasons) const {
  const auto found = best_.find(target);
  if (found != best_.end()) reasons.push_back({"relevance of the most relevant page that links to it", found->second});
}

}  // namespace porthole::gatherer
