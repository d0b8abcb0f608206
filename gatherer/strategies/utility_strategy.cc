#include "gatherer/strategies/utility_strategy.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace porthole::gatherer {
namespace {

constexpr double kMedianImportance = 0.5;
constexpr double kLeastMove = 0.05;  // of alpha, until all that waits is rated by the new one

}  // namespace

void UtilityStrategy::page_judged(const JudgedPage& page) {
  OpenLinkStrategy::page_judged(page);
  if (options_.importance == Importance::kInLinks) in_links_.add_page(page.id);
  // Pages of an earlier run have changed alpha already.
  if (!options_.adaptive || page.document == nullptr) return;
  alpha_.saw(page.judgement.relevance.value());
  if (std::abs(alpha_.alpha() - rated_by_) < kLeastMove) return;
  rated_by_ = alpha_.alpha();
  for (const auto& [target, cited] : known_) raised_.push_back(target);
}

void UtilityStrategy::link_read(const LinkRead& read) {
  if (read.source.id == 0) return;
  if (options_.importance == Importance::kInLinks) in_links_.add_link(read.source.id, read.target);
  if (!read.target_open) return;
  add(read.target, {{read.source.judgement.relevance.value(), importance_of(read.source)}});
}

double UtilityStrategy::importance_of(const JudgedPage& page) const {
  if (options_.importance == Importance::kModel)
    return page.judgement.importance.value_or(kMedianImportance);
  return in_links_.of(page.id);
}

double UtilityStrategy::utility_of(const CitedWith& cited) const {
  return topics::utility(options_.utility, rated_by_, cited.topicality, cited.importance);
}

bool UtilityStrategy::is_never_better(const CitedWith& one, const CitedWith& other) const {
  if (!options_.adaptive) return utility_of(one) <= utility_of(other);
  return one.topicality <= other.topicality && one.importance <= other.importance;
}

const CitedWith* UtilityStrategy::best_of(UrlId target) const {
  const std::vector<CitedWith>* const known = known_of(target);
  if (known == nullptr) return nullptr;
  return &*std::ranges::max_element(*known, {}, [&](const auto& one) { return utility_of(one); });
}

void UtilityStrategy::add(UrlId target, const std::vector<CitedWith>& cited) {
  std::vector<CitedWith>& known = known_[target];
  const double before = known.empty() ? -1 : utility_of(*best_of(target));
  for (const CitedWith& one : cited) {
    if (std::ranges::any_of(known, [&](const auto& had) { return is_never_better(one, had); }))
      continue;
    std::erase_if(known, [&](const auto& had) { return is_never_better(had, one); });
    known.push_back(one);
  }
  if (utility_of(*best_of(target)) > before) raised_.push_back(target);
}

Rating UtilityStrategy::rate(UrlId target, int, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const CitedWith* const best = best_of(target);
  return {.priority = best == nullptr ? 0 : utility_of(*best)};
}

void UtilityStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  const CitedWith* const best = best_of(target);
  if (best == nullptr) return;
  reasons.push_back(
      {"topicality (tau) of the linking page with the largest utility", best->topicality});
  reasons.push_back({options_.importance == Importance::kModel
                         ? "its importance (sigma), from the importance model"
                         : "its importance (sigma), from the in-links so far",
                     best->importance});
  reasons.push_back({"the weight of topicality (alpha)", rated_by_});
}

std::string UtilityStrategy::remark() const {
  if (!options_.adaptive) return {};
  char text[96];
  std::snprintf(text, sizeof text, "utility: alpha is %.2f, for a topicality of %.2f (delta)",
                alpha_.alpha(), options_.alpha.target);
  return text;
}

std::string UtilityStrategy::state() const {
  return options_.adaptive ? alpha_.state() : std::string();
}

void UtilityStrategy::restore_state(std::string_view state) {
  if (!options_.adaptive) return;
  alpha_.restore(state);
  rated_by_ = alpha_.alpha();
}

Replay UtilityStrategy::replay() const {
  return options_.importance == Importance::kInLinks ? Replay::kAllLinks : Replay::kOpenCitations;
}

bool UtilityStrategy::needs_importance() const {
  const bool topicality_alone = !options_.adaptive && options_.alpha.start == 1;
  return options_.importance == Importance::kModel && !topicality_alone;
}

}  // namespace porthole::gatherer
