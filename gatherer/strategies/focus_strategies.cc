#include "gatherer/strategies/focus_strategies.h"

namespace porthole::gatherer {

void HardFocus::link_read(const LinkRead& read) {
  if (read.target_open && read.source.id != 0 && read.source.judgement.best_is_wanted)
    add(read.target, 1);
}

void HardFocus::add(UrlId target, const int& links) {
  const auto [place, is_new] = known_.try_emplace(target, 0);
  place->second += links;
  if (is_new) raised_.push_back(target);
}

Rating HardFocus::rate(UrlId target, int, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const bool may = known_of(target) != nullptr;
  return {.priority = may ? 1.0 : 0.0, .pruned = !may};
}

void HardFocus::explain(UrlId target, std::vector<Reason>& reasons) const {
  if (const int* const links = known_of(target)) {
    reasons.push_back({"links from pages whose best topic is wanted", static_cast<double>(*links)});
  } else {
    reasons.push_back({"no link from a page whose best topic is wanted", 0});
  }
}

void SoftFocus::link_read(const LinkRead& read) {
  if (read.target_open && read.source.id != 0)
    add(read.target, read.source.judgement.relevance.value());
}

void SoftFocus::add(UrlId target, const double& relevance) {
  const auto [place, is_new] = known_.try_emplace(target, relevance);
  if (!is_new && place->second >= relevance) return;
  place->second = relevance;
  raised_.push_back(target);
}

Rating SoftFocus::rate(UrlId target, int, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const double* const best = known_of(target);
  return {.priority = best == nullptr ? 0 : *best};
}

void SoftFocus::explain(UrlId target, std::vector<Reason>& reasons) const {
  if (const double* const best = known_of(target)) {
    reasons.push_back({"relevance of the most relevant page that links to it", *best});
  }
}

}  // namespace porthole::gatherer
