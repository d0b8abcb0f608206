#include "gatherer/frontier/recrawl_values.h"

#include <algorithm>
#include <chrono>
#include <ratio>
#include <utility>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr double kMinute = 1.0 / 1440;  // in days
/// A date without a time names the first moment of its day.
constexpr auto kPrecision = 24h;

double days_between(WallTime from, WallTime to) {
  return std::max(0.0, std::chrono::duration<double, std::ratio<86'400>>(to - from).count());
}

/// The highest hub and authority score, 1 where there is none.
std::pair<double, double> highest_scores(const std::vector<OldPage>& pages) {
  double hub = 0, authority = 0;
  for (const OldPage& page : pages) {
    hub = std::max(hub, page.hub);
    authority = std::max(authority, page.authority);
  }
  return {hub > 0 ? hub : 1, authority > 0 ? authority : 1};
}

}  // namespace

// A page without visits is expected to change as those of the collection that have some; where none
// has, each is as likely as not to have changed since it was fetched.
void RecrawlValues::rate(const std::vector<repository::VisitRecord>& visits,
                         const std::vector<OldPage>& pages, WallTime now) {
  std::unordered_map<UrlId, topics::ChangeHistory> histories;
  topics::ChangeHistory all;
  for (const repository::VisitRecord& one : visits) {
    const double days = days_between(one.first, one.last);
    histories[one.page] = {one.visits, one.changes, days};
    all.visits += one.visits;
    all.changes += one.changes;
    all.days += days;
  }
  const double share = topics::share_changed(all.visits, all.changes);
  const double interval = all.visits > 0 ? all.days / static_cast<double>(all.visits) : 0;
  const auto [hub, authority] = highest_scores(pages);
  for (const OldPage& old : pages) {
    Page& page = pages_[old.id];
    ++pages_of_[old.host];
    page.host = old.host;
    page.fetched_at = old.fetched_at;
    page.has_failed = old.has_failed;
    page.days = days_between(old.fetched_at, now);
    page.weight =
        topics::PageWeight{old.relevance, old.hub / hub, old.authority / authority}.value();
    page.rate = topics::expected_rate(histories[old.id], share,
                                      interval > 0 ? interval : std::max(page.days, kMinute));
    page.value = topics::recrawl_value(page.weight, page.rate, page.days);
  }
}

double RecrawlValues::value_of(UrlId id) const {
  const auto found = pages_.find(id);
  if (found == pages_.end()) return 0;
  const Page& page = found->second;
  if (!page.has_claim) return page.value;
  const auto record = records_.find(page.host);
  const double ratio = topics::likelihood_ratio(
      record == records_.end() ? topics::ClaimRecord() : record->second, page.claims_change);
  return topics::claimed_value(page.value, page.rate, page.days, ratio);
}

std::size_t RecrawlValues::pages_of(HostId host) const {
  const auto pages = pages_of_.find(host);
  return pages != pages_of_.end() ? pages->second : 0;
}

void RecrawlValues::note_claim(Page& page, bool claims_change) {
  page.has_claim = true;
  page.claims_change = claims_change;
  has_news_ = true;
}

// On the day of the fetch a date leaves open which of the two came first.
void RecrawlValues::claim_modified(UrlId id, WallTime modified) {
  const auto page = pages_.find(id);
  if (page == pages_.end() || page->second.read) return;
  if (modified > page->second.fetched_at) {
    note_claim(page->second, true);
  } else if (modified + kPrecision <= page->second.fetched_at) {
    note_claim(page->second, false);
  }
}

void RecrawlValues::claim_changed(UrlId id, WallTime at) {
  const auto page = pages_.find(id);
  if (page == pages_.end() || page->second.read || at <= page->second.fetched_at) return;
  note_claim(page->second, true);
}

void RecrawlValues::claim_unlisted(UrlId id) {
  const auto page = pages_.find(id);
  if (page != pages_.end() && !page->second.read && !page->second.has_failed)
    note_claim(page->second, true);
}

bool RecrawlValues::claims_change(UrlId id) const {
  const auto page = pages_.find(id);
  return page != pages_.end() && page->second.claims_change && !page->second.read;
}

bool RecrawlValues::take_news() { return std::exchange(has_news_, false); }

void RecrawlValues::was_read(UrlId id, bool has_changed) {
  const auto found = pages_.find(id);
  if (found == pages_.end() || found->second.read) return;
  Page& page = found->second;
  page.read = true;
  if (!page.has_claim) return;
  topics::ClaimRecord& record = records_[page.host];
  (has_changed ? record.changed : record.same) += 1;
  if (page.claims_change) (has_changed ? record.changed_claimed : record.same_claimed) += 1;
  has_news_ = true;
}

void RecrawlValues::report(PredictedFreshness& out) const {
  double weights = 0;
  for (const auto& [id, page] : pages_) {
    ++out.pages;
    weights += page.weight;
    out.changes_a_day += page.rate;
    const double fresh = topics::freshness(page.rate, page.days) * page.weight;
    const double age = topics::expected_age(page.rate, page.days) * page.weight;
    out.before += fresh;
    out.age_before += age;
    out.after += page.read ? page.weight : fresh;
    out.age_after += page.read ? 0 : age;
  }
  out.changes_a_day /= static_cast<double>(out.pages);
  for (double* const mean : {&out.before, &out.after, &out.age_before, &out.age_after})
    *mean /= weights;
}

}  // namespace porthole::gatherer
