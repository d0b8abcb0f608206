#include "gatherer/frontier/round_plan.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace porthole::gatherer {
namespace {

constexpr std::size_t kFronts = 2;  // of a host

struct HostSum {
  double relevance = 0;
  std::int64_t pages = 0;
  bool has_seed = false;
};

std::unordered_set<HostId> hosts_that_are_good(const std::vector<OldPage>& pages) {
  std::unordered_map<HostId, HostSum> sums;
  double relevance = 0;
  for (const OldPage& page : pages) {
    HostSum& sum = sums[page.host];
    sum.relevance += page.relevance;
    ++sum.pages;
    sum.has_seed = sum.has_seed || page.seed;
    relevance += page.relevance;
  }
  const double half = pages.empty() ? 0 : relevance / static_cast<double>(pages.size()) / 2;
  std::unordered_set<HostId> good;
  for (const auto& [host, sum] : sums) {
    const bool is_relevant = sum.pages >= RoundPlan::kPagesOfHost && sum.relevance > 0 &&
                             sum.relevance >= half * static_cast<double>(sum.pages);
    if (sum.has_seed || is_relevant) good.insert(host);
  }
  return good;
}

/// Near seeds first, and of equal distance the shorter URL.
bool leads_more(const OldPage* a, const OldPage* b) {
  return std::tie(a->hops, a->url_length, a->id) < std::tie(b->hops, b->url_length, b->id);
}

struct Leads {
  std::vector<const OldPage*> fronts;
  const OldPage* feed = nullptr;
  const OldPage* nearest = nullptr;
};

void keep_best(const OldPage*& best, const OldPage* page) {
  if (best == nullptr || leads_more(page, best)) best = page;
}

}  // namespace

RoundPlan::RoundPlan(std::vector<OldPage> pages, const RecrawlValues& values,
                     std::optional<std::int64_t> most)
    : waiting_(std::move(pages)),
      values_(values),
      most_(most),
      known_(waiting_.size()),
      answering_(std::ranges::count(waiting_, false, &OldPage::has_failed)),
      good_(hosts_that_are_good(waiting_)) {
  std::map<HostId, Leads> leads;
  for (const OldPage& page : waiting_) {
    if (!is_good(page.host)) continue;
    Leads& of_host = leads[page.host];
    if (page.is_feed) {
      keep_best(of_host.feed, &page);
    } else {
      keep_best(of_host.nearest, &page);
      if (page.is_front) of_host.fronts.push_back(&page);
    }
  }
  for (auto& [host, of_host] : leads) {
    std::vector<const OldPage*>& fronts = of_host.fronts;
    std::sort(fronts.begin(), fronts.end(), leads_more);
    if (fronts.empty() && of_host.nearest != nullptr) fronts.push_back(of_host.nearest);
    if (fronts.size() > kFronts) fronts.resize(kFronts);
    for (const OldPage* front : fronts) entries_.insert(front->id);
    if (of_host.feed != nullptr) entries_.insert(of_host.feed->id);
  }
}

std::vector<OldPage> RoundPlan::next_part(std::int64_t requests) {
  if (parts_ > 1 && proved_ == 0) return {};
  std::vector<OldPage> part;
  if (parts_ == 0) part = take_entries();
  if (parts_ == 1) {
    part = take_due();
    const std::size_t all = allowance(requests + std::ssize(part));
    take_best(most_ ? all : std::max(all, kClaims), all, part);
  } else if (parts_ > 1) {
    const std::size_t right = std::exchange(proved_, 0);
    take_best(2 * right, 0, part);
  }
  if (++parts_ == 1 && part.empty()) return next_part(requests);
  return part;
}

std::vector<OldPage> RoundPlan::take_of(HostId host, std::size_t most) {
  std::vector<OldPage> taken;
  if (!taken_of_.insert(host).second) return taken;
  for (const OldPage& page : waiting_) {
    if (page.host != host) continue;
    taken.push_back(page);
    taken.back().value = values_.value_of(page.id);
  }
  std::stable_sort(taken.begin(), taken.end(),
                   [](const OldPage& a, const OldPage& b) { return a.value > b.value; });
  if (taken.size() > most)
    taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(most), taken.end());
  std::erase_if(waiting_, [&](const OldPage& page) {
    return std::ranges::any_of(taken, [&](const OldPage& one) { return one.id == page.id; });
  });
  return taken;
}

void RoundPlan::rank_waiting() {
  for (OldPage& page : waiting_) page.value = values_.value_of(page.id);
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const OldPage& a, const OldPage& b) { return a.value > b.value; });
}

std::vector<OldPage> RoundPlan::take_entries() {
  std::vector<OldPage> entries;
  std::erase_if(waiting_, [&](const OldPage& page) {
    if (!is_entry(page.id)) return false;
    entries.push_back(page);
    return true;
  });
  std::sort(entries.begin(), entries.end(), [](const OldPage& a, const OldPage& b) {
    return std::tie(b.relevance, a.id) < std::tie(a.relevance, b.id);
  });
  return entries;
}

std::vector<OldPage> RoundPlan::take_due() {
  std::vector<OldPage> due;
  std::erase_if(waiting_, [&](const OldPage& page) {
    if (!page.is_due) return false;
    due.push_back(page);
    return true;
  });
  for (OldPage& page : due) page.value = values_.value_of(page.id);
  std::stable_sort(due.begin(), due.end(),
                   [](const OldPage& a, const OldPage& b) { return a.value > b.value; });
  return due;
}

std::size_t RoundPlan::allowance(std::int64_t requests) const {
  const auto pages = static_cast<std::int64_t>(entries_.size());
  const std::int64_t left =
      most_ ? *most_ - pages
            : static_cast<std::int64_t>(kShare * static_cast<double>(answering_)) - requests;
  return static_cast<std::size_t>(std::max<std::int64_t>(left, 0));
}

// At most `claimed` pages of which a change is claimed, and others up to `all` pages together.
void RoundPlan::take_best(std::size_t claimed, std::size_t all, std::vector<OldPage>& out) {
  claimed_.clear();
  rank_waiting();
  std::unordered_set<UrlId> chosen;
  for (const OldPage& page : waiting_) {
    if (claimed_.size() >= claimed) break;
    if (!values_.claims_change(page.id)) continue;
    claimed_.insert(page.id);
    chosen.insert(page.id);
  }
  for (const OldPage& page : waiting_) {
    if (chosen.size() >= all) break;
    chosen.insert(page.id);
  }
  std::erase_if(waiting_, [&](const OldPage& page) {
    if (!chosen.contains(page.id)) return false;
    out.push_back(page);
    return true;
  });
}

void RoundPlan::was_read(UrlId page, bool has_changed) {
  if (has_changed && claimed_.contains(page)) ++proved_;
}

}  // namespace porthole::gatherer
