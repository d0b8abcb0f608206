#include "gatherer/strategies/distilled_focus.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace porthole::gatherer {
namespace {

constexpr std::int64_t kDelayGrowth = 20;
constexpr std::int64_t kLag = 10;   // Scores are applied every / kLag pages after the start.
constexpr int kMaxAliasSteps = 64;  // Maximum length of a chain of aliases; cuts cycles.
constexpr double kTie = 1e-6;       // Relevance of URLs differs by more, or counts as equal.

}  // namespace

void DistilledFocus::page_judged(const JudgedPage& page) {
  soft_.page_judged(page);
  pages_.push_back({page.id, page.site, page.judgement.relevance});
  if (page.document == nullptr) replayed_ = true;
}

void DistilledFocus::link_read(const LinkRead& read) {
  soft_.link_read(read);
  if (read.source.id == 0 || read.link.element == Element::kImg ||
      read.source.site == read.target_site)
    return;
  citations_.push_back({static_cast<std::uint32_t>(read.source.id),
                        static_cast<std::uint32_t>(read.target), read.source.site,
                        read.target_site});
}

void DistilledFocus::merge(UrlId alias, UrlId target) {
  if (alias == target) return;
  soft_.merge(alias, target);
  leads_to_[alias] = target;
  const auto found = hub_sites_.find(alias);
  if (found == hub_sites_.end()) return;
  const int sites = found->second;
  hub_sites_.erase(found);
  hub_sites_[target] = std::max(hub_sites_[target], sites);
}

UrlId DistilledFocus::standing_for(UrlId url) const {
  for (int step = 0; step < kMaxAliasSteps; ++step) {
    const auto found = leads_to_.find(url);
    if (found == leads_to_.end()) break;
    url = found->second;
  }
  return url;
}

int DistilledFocus::hub_sites(UrlId target) const {
  const auto found = hub_sites_.find(target);
  return found == hub_sites_.end() ? 0 : found->second;
}

Rating DistilledFocus::rate(UrlId target, int hops, bool seed) const {
  Rating rating = soft_.rate(target, hops, seed);
  const int sites = hub_sites(target);
  if (seed || sites == 0) return rating;
  switch (options_.raise) {
    case HubRaise::kLift:
      rating.priority = 1 - (1 - rating.priority) * std::pow(1 - options_.lift, sites);
      break;
    case HubRaise::kTies:
      rating.priority += kTie * sites / (sites + 1);
      break;
    case HubRaise::kFirst:
      rating.priority += 2 * sites;  // R is at most 1.
      break;
  }
  return rating;
}

void DistilledFocus::take_raised(std::vector<UrlId>& raised) {
  soft_.take_raised(raised);
  distill_when_due(raised);
}

void DistilledFocus::distill_when_due(std::vector<UrlId>& raised) {
  const auto pages = static_cast<std::int64_t>(pages_.size());
  if (!distiller_.is_busy() && pages >= next_start_) {
    distiller_.start(snapshot());
    // A resumed crawl needs the scores before its first choice.
    const std::int64_t lag =
        std::exchange(replayed_, false) ? 0 : std::max<std::int64_t>(1, options_.every / kLag);
    take_at_ = pages + lag;
    next_start_ = pages + std::max(options_.every, pages / kDelayGrowth);
  }
  if (distiller_.is_busy() && pages >= take_at_) take_up(distiller_.wait(), raised);
}

CrawlSnapshot DistilledFocus::snapshot() const {
  CrawlSnapshot snapshot;
  snapshot.reserve(pages_.size(), citations_.size());
  std::unordered_set<UrlId> known;
  for (const Page& page : pages_) {
    if (known.insert(page.id).second) snapshot.add_page(page.id, page.site, page.relevance);
  }
  for (const Citation& link : citations_) {
    const UrlId target = standing_for(link.target);
    snapshot.add_link(link.source, target);
    const double expected = soft_.rate(target, 0, false).priority;
    if (expected > 0 && known.insert(target).second)
      snapshot.add_page(target, link.target_site, Relevance(expected));
  }
  return snapshot;
}

void DistilledFocus::take_up(const DistilledCrawl& scores, std::vector<UrlId>& raised) {
  scores_ = scores.scores();
  const double psi = scores.hub_quantile(options_.percentile);
  const std::vector<ScoreRecord> top = scores.top_hubs(1);
  const double best = top.empty() ? 1 : top[0].hub;  // With few hubs, none exceeds the quantile.
  std::vector<std::pair<UrlId, SiteId>> votes;
  for (const Citation& link : citations_) {
    const double hub = scores.hub(link.source);
    if (hub > psi || hub >= best) votes.emplace_back(standing_for(link.target), link.source_site);
  }
  std::sort(votes.begin(), votes.end());
  votes.erase(std::unique(votes.begin(), votes.end()), votes.end());
  const std::unordered_map<UrlId, int> before = std::exchange(hub_sites_, {});
  for (const auto& [target, site] : votes) ++hub_sites_[target];
  for (const auto& [target, sites] : hub_sites_) {
    const auto then = before.find(target);
    if (then == before.end() || then->second < sites) raised.push_back(target);
  }
}

void DistilledFocus::explain(UrlId target, std::vector<Reason>& reasons) const {
  soft_.explain(target, reasons);
  if (const int sites = hub_sites(target); sites > 0) {
    Reason reason{.what = "number of sites with a good hub that links to it",
                  .weight = static_cast<double>(sites)};
    reasons.push_back(std::move(reason));
  }
}

}  // namespace porthole::gatherer
