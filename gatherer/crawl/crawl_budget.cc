#include "gatherer/crawl/crawl_budget.h"

#include <string>

namespace porthole::gatherer {

CrawlBudget::Site& CrawlBudget::site_of(UrlId url) {
  const std::uint32_t site = urls_[url].site;
  if (site >= sites_.size()) sites_.resize(site + 1);
  Site& known = sites_[site];
  if (known.cap < 0) {
    const std::string name = urls_.sites().text(site);
    known.own_cap = rules_.scope.own_cap(name);
    known.cap = rules_.scope.pages_cap(name);
  }
  return known;
}

void CrawlBudget::restore_page(UrlId page, bool relevant) {
  ++fetched_;
  judged(page, relevant);
}

void CrawlBudget::judged(UrlId page, bool relevant) {
  const auto at = static_cast<std::size_t>(page);
  if (at >= relevant_pages_.size()) relevant_pages_.resize(at + 1);
  relevant_ += int{relevant} - int{relevant_pages_[at]};
  relevant_pages_[at] = relevant;
}

void CrawlBudget::begin() {
  fetched_before_ = fetched_;
  if (rules_.options.more) most_ = fetched_ + *rules_.options.more;
}

bool CrawlBudget::is_over_time() const {
  return rules_.options.duration && rules_.clock.steady() - started_ >= *rules_.options.duration;
}

bool CrawlBudget::wants_more() const {
  if (stop_signals() != 0 || is_over_time()) return false;
  if (rules_.options.round) return true;
  if (rules_.options.refresh)
    return !rules_.options.more || refetched_ + under_way_ < *rules_.options.more;
  return has_room_for_new();
}

repository::StopReason CrawlBudget::stop_reason() const {
  using repository::StopReason;
  if (stop_signals() != 0) return StopReason::kInterrupted;
  if (rules_.options.refresh) return StopReason::kRefreshed;
  if (most_ != 0 && fetched_ + of_others_ >= most_) return StopReason::kBudget;
  return is_over_time() ? StopReason::kTime : StopReason::kFrontierEmpty;
}

std::int64_t CrawlBudget::cap_of(const Site& site) const {
  return most_per_site_ ? site.own_cap.value_or(*most_per_site_) : site.cap;
}

bool CrawlBudget::is_full(std::uint32_t site) const {
  if (site >= sites_.size()) return false;
  const std::int64_t cap = cap_of(sites_[site]);
  return cap > 0 && sites_[site].fetched >= cap;
}

bool CrawlBudget::has_room_in(std::uint32_t site) const {
  if (site >= sites_.size()) return true;
  const std::int64_t cap = cap_of(sites_[site]);
  if (cap <= 0) return true;
  return sites_[site].fetched + sites_[site].under_way < cap;
}

void CrawlBudget::start(UrlId url) {
  urls_.set_under_way(url, true);
  ++site_of(url).under_way;
  ++under_way_;
}

void CrawlBudget::end(UrlId url) {
  urls_.set_under_way(url, false);
  --site_of(url).under_way;
  --under_way_;
}

void CrawlBudget::fetched(UrlId url, bool relevant) {
  ++site_of(url).fetched;
  restore_page(url, relevant);
}

void CrawlBudget::refetched(bool changed) {
  ++refetched_;
  if (!changed) ++unchanged_;
}

void CrawlBudget::asked(FetchKind kind) {
  if (kind == FetchKind::kPage) ++requests_.pages;
  if (kind == FetchKind::kRobots) ++requests_.robots;
  if (kind == FetchKind::kSitemap) ++requests_.sitemaps;
}

// A member of a container, and a page that another collection had, took no request.
void CrawlBudget::failed(const FetchedPage& page) {
  if (page.from.empty()) ++requests_.failures;
}

void CrawlBudget::count(Progress& progress) const {
  progress.fetched = fetched_ + of_others_;
  progress.fetched_now = fetched_ - fetched_before_ + refetched_;
  progress.relevant = relevant_;
  progress.requests = requests_;
  progress.budget = most_;
  progress.elapsed =
      std::chrono::duration_cast<std::chrono::milliseconds>(rules_.clock.steady() - started_);
}

void CrawlBudget::count(GatherReport& report) const {
  report.fetched = fetched_ + of_others_;
  report.fetched_now = fetched_ - fetched_before_;
  report.refreshed = refetched_;
  report.unchanged = unchanged_;
  report.requests = requests_;
  report.relevant = relevant_;
}

}  // namespace porthole::gatherer
