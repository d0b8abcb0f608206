#include "gatherer/strategies/utility_strategy.h"

#include <cstdio>

namespace porthole::gatherer {
namespace {

constexpr double kMedianImportance = 0.5;

}  // namespace

void UtilityStrategy::page_judged(const JudgedPage& page) {
  OpenLinkStrategy::page_judged(page);
  if (options_.importance == Importance::kInLinks) in_links_.add_page(page.id);
  // Pages of an earlier run have changed alpha already.
  if (options_.adaptive && page.document != nullptr) alpha_.saw(page.judgement.relevance.value());
}

void UtilityStrategy::link_read(const LinkRead& read) {
  if (read.source.id == 0) return;
  if (options_.importance == Importance::kInLinks) in_links_.add_link(read.source.id, read.target);
  if (!read.target_open) return;
  const double topicality = read.source.judgement.relevance.value();
  const double importance = importance_of(read.source);
  add(read.target, {topics::utility(options_.utility, alpha_.alpha(), topicality, importance),
                    topicality, importance});
}

double UtilityStrategy::importance_of(const JudgedPage& page) const {
  if (options_.importance == Importance::kModel)
    return page.judgement.importance.value_or(kMedianImportance);
  return in_links_.of(page.id);
}

void UtilityStrategy::add(UrlId target, const CitedWith& cited) {
  const auto [place, is_new] = known_.try_emplace(target, cited);
  if (!is_new && place->second.utility >= cited.utility) return;
  place->second = cited;
  raised_.push_back(target);
}

Rating UtilityStrategy::rate(UrlId target, int, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const CitedWith* const best = known_of(target);
  return {.priority = best == nullptr ? 0 : best->utility};
}

void UtilityStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  const CitedWith* const best = known_of(target);
  if (best == nullptr) return;
  reasons.push_back(
      {"topicality (tau) of the linking page with the largest utility", best->topicality});
  reasons.push_back({options_.importance == Importance::kModel
                         ? "its importance (sigma), from the importance model"
                         : "its importance (sigma), from the in-links so far",
                     best->importance});
  reasons.push_back({"the weight of topicality (alpha)", alpha_.alpha()});
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
  if (options_.adaptive) alpha_.restore(state);
}

Replay UtilityStrategy::replay() const {
  return options_.importance == Importance::kInLinks ? Replay::kAllLinks : Replay::kOpenCitations;
}

bool UtilityStrategy::needs_importance() const {
  const bool topicality_alone = !options_.adaptive && options_.alpha.start == 1;
  return options_.importance == Importance::kModel && !topicality_alone;
}

}  // namespace porthole::gatherer
