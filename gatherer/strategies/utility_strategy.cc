#include "gatherer/strategies/utility_strategy.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace porthole::gatherer {
namespace {

constexpr double kMedianImportance = 0.5;

}  // namespace

void UtilityStrategy::page_judged(const JudgedPage& page) {
  OpenLinkStrategy::page_judged(page);
  if (options_.importance == Importance::kInLinks) {
    const std::size_t count = in_links_[page.id].count;
    if (pages_with_.size() <= count) pages_with_.resize(count + 1);
    ++pages_with_[count];
  }
  // Pages of an earlier run have changed alpha already.
  if (options_.adaptive && page.document != nullptr) alpha_.saw(page.judgement.relevance.value());
}

void UtilityStrategy::link_read(const LinkRead& read) {
  if (read.source.id == 0) return;
  if (options_.importance == Importance::kInLinks) count_in_link(read);
  if (!read.target_open) return;
  const double topicality = read.source.judgement.relevance.value();
  const double importance = importance_of(read.source);
  add(read.target, {topics::utility(options_.utility, alpha_.alpha(), topicality, importance),
                    topicality, importance});
}

double UtilityStrategy::importance_of(const JudgedPage& page) const {
  if (options_.importance == Importance::kModel)
    return page.judgement.importance.value_or(kMedianImportance);
  const auto found = in_links_.find(page.id);
  const double count = found == in_links_.end() ? 0 : found->second.count;
  return 1 / (1 + std::exp(std::log1p(median_in_links()) - std::log1p(count)));
}

void UtilityStrategy::count_in_link(const LinkRead& read) {
  InLinks& links = in_links_[read.target];
  if (links.last == read.source.id) return;
  links.last = read.source.id;
  ++links.count;
}

double UtilityStrategy::median_in_links() const {
  const auto pages = std::accumulate(pages_with_.begin(), pages_with_.end(), std::uint64_t{0});
  std::uint64_t before = 0;
  for (std::size_t count = 0; count < pages_with_.size(); ++count) {
    before += pages_with_[count];
    if (2 * before >= pages) return static_cast<double>(count);
  }
  return 0;
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
