#include "topics/on_topic.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace porthole::topics {
namespace {

constexpr std::size_t kSitesToOneAbove = 5;  // A fifth of the sites reaches L.

}  // namespace

void TopicalSites::add(std::string_view site, double relevance, Named named) {
  Sum& sum = sites_[std::string(site)];
  sum.relevance += relevance;
  ++sum.pages;
  sum.has_seed = sum.has_seed || named == Named::kSeed;
}

/// 0 when no site has so many pages.
double TopicalSites::level_of_most(std::int64_t least_pages) const {
  std::vector<double> means;
  for (const auto& [name, sum] : sites_) {
    if (sum.pages >= least_pages) means.push_back(sum.mean());
  }
  if (means.empty()) return 0;
  const auto at = means.begin() + static_cast<std::ptrdiff_t>(means.size() / kSitesToOneAbove);
  std::nth_element(means.begin(), at, means.end(), std::greater<>());
  return *at;
}

std::optional<double> TopicalSites::level_of_seeds() const {
  std::vector<double> means;
  for (const auto& [name, sum] : sites_) {
    if (sum.has_seed) means.push_back(sum.mean());
  }
  if (means.empty()) return std::nullopt;
  std::sort(means.begin(), means.end());
  const std::size_t middle = means.size() / 2;
  return means.size() % 2 == 1 ? means[middle] : (means[middle - 1] + means[middle]) / 2;
}

void TopicalSites::settle() {
  if (judge_ != JudgedBy::kWords) return;
  level_ = level_of_most(kPagesToCount);
  if (level_ == 0) level_ = level_of_most(1);
  level_ = std::min(level_, level_of_seeds().value_or(level_));
}

Standing TopicalSites::standing(std::string_view site, double relevance, Named named) const {
  Standing standing{.named = named, .own = relevance, .level = level_};
  standing.least_site = std::max(kFloor, least_share(judge_) * level_);
  if (const auto found = sites_.find(std::string(site)); found != sites_.end()) {
    standing.pages = found->second.pages;
    standing.site = found->second.mean();
  }
  const auto reaches = [&](double share) {
    return named != Named::kNo || standing.own >= share * kOwn ||
           standing.site >= share * standing.least_site;
  };
  standing.on_topic = reaches(1);
  standing.stays = reaches(kStays);
  return standing;
}

}  // namespace porthole::topics
