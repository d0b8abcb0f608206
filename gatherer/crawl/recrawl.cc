#include "gatherer/crawl/recrawl.h"

#include <algorithm>
#include <chrono>
#include <ratio>
#include <utility>

#include "gatherer/fetch/http_status.h"
#include "topics/importance/change_rate.h"

namespace porthole::gatherer {
namespace {

/// `text` when it may stand in the head of a request: one line of printable ASCII; else "".
std::string header_value(const std::string& text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  return is_plain ? text : std::string();
}

constexpr double kMinute = 1.0 / 1440;  // in days

double days_between(WallTime from, WallTime to) {
  return std::max(0.0, std::chrono::duration<double, std::ratio<86'400>>(to - from).count());
}

/// The highest hub and authority score, 1 where there is none.
template <class Pages>
std::pair<double, double> highest_scores(const Pages& pages) {
  double hub = 0, authority = 0;
  for (const auto& page : pages) {
    hub = std::max(hub, page.hub);
    authority = std::max(authority, page.authority);
  }
  return {hub > 0 ? hub : 1, authority > 0 ? authority : 1};
}

}  // namespace

Result<std::vector<Recrawl::Old>> Recrawl::read_old(repository::Repository& repository,
                                                    WallTime before) {
  std::vector<Old> old;
  auto read = repository.pages().for_each(
      {},
      [&](const UrlRecord& url, const repository::PageRecord& page, std::int64_t, std::int64_t) {
        if (url.href.find('#') != std::string::npos) {
          if (url.found_on != 0) members_[url.found_on].push_back(url.id);
        } else if (page.fetched_at <= before) {
          Old& known = old.emplace_back();
          known.id = url.id;
          known.fetched_at = page.fetched_at;
          known.tries = url.tries;
          known.relevance = page.relevance.value();
          Validators said{header_value(page.etag), header_value(page.last_modified)};
          // A page that could not be read is fetched as a whole: its reader may be a better one
          // now. So is a page that counts as gone, with the members that it may have.
          const bool is_known = has_content(page.document.status) && !failures_.is_gone(url.id);
          if (is_known && !(said.etag.empty() && said.last_modified.empty())) {
            validators_[url.id] = std::move(said);
          }
        }
        return true;
      });
  if (!read) return fail(read.error());
  return old;
}

// A page without visits is expected to change as those of the collection that have some; where none
// has, each is as likely as not to have changed since it was fetched.
void Recrawl::rate_by_value(const std::vector<repository::VisitRecord>& visits,
                            std::vector<Old>& old) {
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
  const auto [hub, authority] = highest_scores(old);
  const WallTime now = parts_.clock.wall();
  for (Old& page : old) {
    Valued& valued = valued_[page.id];
    valued.days = days_between(page.fetched_at, now);
    valued.weight =
        topics::PageWeight{page.relevance, page.hub / hub, page.authority / authority}.value();
    valued.rate = topics::expected_rate(histories[page.id], share,
                                        interval > 0 ? interval : std::max(valued.days, kMinute));
    page.value = topics::recrawl_value(valued.weight, valued.rate, valued.days);
  }
}

// By default hubs come first: they are the most likely to have new links (Sundaresan, Yi, Huang
// 2000, section 4.2). Members come again with their page.
Result<void> Recrawl::queue_old(repository::Repository& repository, WallTime before,
                                const RefreshOrder& order,
                                const std::vector<repository::VisitRecord>* visits) {
  Result<std::vector<repository::FailureRecord>> failures = repository.pages().failures();
  if (!failures) return fail(failures.error());
  for (repository::FailureRecord& failure : *failures) failures_.restore(std::move(failure));
  parts_.copies.list_copies();
  Result<std::vector<Old>> old = read_old(repository, before);
  if (!old) return fail(old.error());
  for (Old& page : *old) {
    const auto scores = repository.scores().get(page.id);
    if (!scores) return fail(scores.error());
    if (*scores) {
      page.hub = (*scores)->hub;
      page.authority = (*scores)->authority;
    }
  }
  if (visits != nullptr) rate_by_value(*visits, *old);
  waiting_ = std::move(*old);
  for (const Old& page : waiting_) parts_.urls[page.id].refreshing = true;
  put_in_order(order);
  return {};
}

void Recrawl::reorder(const RefreshOrder& order) {
  std::erase_if(waiting_, [&](const Old& page) {
    const UrlTable::Entry& entry = parts_.urls[page.id];
    return !entry.refreshing || entry.under_way;
  });
  // Equal pages in the order of discovery, whatever the order was before.
  std::sort(waiting_.begin(), waiting_.end(),
            [](const Old& a, const Old& b) { return a.id < b.id; });
  put_in_order(order);
}

void Recrawl::put_in_order(const RefreshOrder& order) {
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [&](const Old& a, const Old& b) { return order.before(a, b); });
  auto rank = static_cast<double>(waiting_.size());
  for (const Old& page : waiting_)
    parts_.fetcher.put({.id = page.id, .relevance = rank--}, parts_.urls[page.id].host);
}

void Recrawl::add_conditions(PageRequest& request) const {
  const auto known = validators_.find(request.id);
  if (known == validators_.end()) return;
  request.etag = known->second.etag;
  request.last_modified = known->second.last_modified;
}

bool Recrawl::is_unchanged(const FetchedPage& page) const {
  return page.response.status == FetchStatus::kAnswer &&
         page.response.http_status == kNotModified && validators_.contains(page.id);
}

const std::vector<UrlId>& Recrawl::members_of(UrlId container) const {
  static const std::vector<UrlId> kNone;
  const auto members = members_.find(container);
  return members == members_.end() ? kNone : members->second;
}

// As if the page had been read again, with its members; the archive has it already.
void Recrawl::keep_unchanged(UrlId id, WallTime at) {
  parts_.commits.keep_unchanged(id, at);
  parts_.budget.refetched(false);
  was_read(id);
  for (const UrlId member : members_of(id)) keep_unchanged(member, at);
}

void Recrawl::was_read(UrlId id) {
  failures_.had_again(id);
  if (const auto valued = valued_.find(id); valued != valued_.end()) valued->second.read = true;
  parts_.urls[id].refreshing = false;
  parts_.urls[id].stale = true;
}

void Recrawl::failed(UrlId id, DropReason reason, bool answered) {
  parts_.fetcher.erase(id);
  parts_.urls[id].refreshing = false;
  const bool may_not_ask = reason == DropReason::kRobots || reason == DropReason::kForbiddenAddress;
  if (may_not_ask || !is_failed_fetch(reason)) return;
  note_failure(id, reason, answered);
  settle_gone();
}

// A member fails with its page.
void Recrawl::note_failure(UrlId id, DropReason reason, bool answered) {
  failures_.failed(id, reason, answered, parts_.clock.wall());
  for (const UrlId member : members_of(id)) note_failure(member, reason, answered);
}

void Recrawl::heard_a_server() {
  failures_.heard_a_server();
  settle_gone();
}

void Recrawl::settle_gone() {
  for (const UrlId gone : failures_.take_gone()) parts_.copies.page_gone(gone);
}

void Recrawl::report(GatherReport& report) const {
  report.refresh_failures = failures_.by_reason();
  report.gone = failures_.gone();
  report.back = failures_.back();
  report.not_counted = failures_.not_counted();
  if (valued_.empty()) return;
  PredictedFreshness& out = report.freshness.emplace();
  double weights = 0;
  for (const auto& [id, page] : valued_) {
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
