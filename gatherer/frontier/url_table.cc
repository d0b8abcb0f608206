#include "gatherer/frontier/url_table.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace porthole::gatherer {

namespace {

constexpr std::int64_t kLatest = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void UrlTable::Entry::rest_until(WallTime time) {
  const std::int64_t seconds = time.time_since_epoch().count();
  not_before = static_cast<std::uint32_t>(std::clamp<std::int64_t>(seconds, 0, kLatest));
}

void UrlTable::Entry::count_try() {
  if (tries < kMostTries) ++tries;
}

UrlId UrlTable::find(std::string_view key) const { return keys_.find(key); }

void UrlTable::append(const UrlRecord& url) {
  Entry& entry = entries_.emplace_back();
  if (queue_of_) entry.host = queue_of_(url.host);
  entry.site = sites_.id_of(url.site);
  entry.alias_of = static_cast<std::uint32_t>(url.alias_of);
  entry.found_on = static_cast<std::uint32_t>(url.found_on);
  entry.rest_until(url.not_before);
  entry.priority = url.priority;
  entry.hops = std::min(url.hops, kMostHops);
  entry.redirects = static_cast<std::uint8_t>(url.redirects);
  entry.tries = static_cast<unsigned>(std::min(url.tries, kMostTries));
  entry.state = url.state;
  entry.seed = url.seed;
  entry.reason = url.reason;
  hrefs_.add(url.href);
  keys_.add(url.key);
}

UrlId UrlTable::add(UrlRecord url, UrlEvent event, DropReason reason) {
  const std::optional<UrlStatus> status = repository::after({}, event, reason);
  assert(status);
  url.state = status->state;
  url.reason = status->reason;
  url.id = last() + 1;
  append(url);
  added_.push_back(std::move(url));
  return last();
}

bool UrlTable::restore(const UrlRecord& url) {
  if (url.id != last() + 1) return false;
  append(url);
  return true;
}

bool UrlTable::is_sound() const {
  return std::ranges::all_of(entries_, [&](const Entry& entry) {
    return static_cast<UrlId>(std::max(entry.alias_of, entry.duplicate_of)) <= last();
  });
}

UrlId UrlTable::adopt(const UrlRecord& url) {
  append(url);
  return last();
}

UrlId UrlTable::standing_for(UrlId id) const {
  // A chain of redirects ends: a URL only becomes an alias of a URL that does not lead back to it.
  for (int steps = 0; steps < 64 && (*this)[id].alias_of != 0; ++steps) id = (*this)[id].alias_of;
  return id;
}

UrlId UrlTable::original(UrlId id) const {
  const UrlId standing = standing_for(id);
  const UrlId original = (*this)[standing].duplicate_of;
  return original != 0 ? original : standing;
}

void UrlTable::apply(UrlId id, UrlEvent event, DropReason reason, std::string detail) {
  Entry& entry = this->entry(id);
  const std::optional<UrlStatus> status = repository::after(entry.status(), event, reason);
  assert(status);
  if (!status) return;
  entry.state = status->state;
  entry.reason = status->reason;
  record_change(id, std::move(detail));
}

void UrlTable::fetched(UrlId id, std::string detail) {
  entry(id).stale = true;
  apply(id, UrlEvent::kFetch, DropReason::kNone, std::move(detail));
}

void UrlTable::fetched_by_another(UrlId id, int hops) {
  Entry& entry = this->entry(id);
  entry.hops = hops;
  const auto status = repository::after({UrlState::kQueued, DropReason::kNone}, UrlEvent::kFetch);
  assert(status);
  entry.state = status->state;
  entry.reason = status->reason;
}

void UrlTable::become_alias(UrlId id, UrlId target, DropReason reason) {
  entry(id).alias_of = static_cast<std::uint32_t>(target);
  apply(id, UrlEvent::kMerge, reason, href(target));
}

void UrlTable::reseed(UrlId id) {
  entry(id).tries = 0;
  entry(id).not_before = 0;
  entry(id).seed = true;
  apply(id, UrlEvent::kReseed);
}

void UrlTable::make_seed(UrlId id) {
  if (entry(id).seed) return;
  entry(id).seed = true;
  touch(id);
}

void UrlTable::make_first(UrlId id) {
  entry(id).hops = 0;
  make_seed(id);
}

void UrlTable::mark_stale(UrlId id) {
  Entry& entry = this->entry(id);
  if (entry.state != UrlState::kFetched || entry.stale) return;
  entry.stale = true;
  stale_.push_back(id);
}

void UrlTable::set_priority(UrlId id, double priority) {
  if (std::exchange(entry(id).priority, priority) != priority) priorities_[id] = priority;
}

void UrlTable::restore_page(UrlId id, std::uint64_t digest, bool stale, UrlId duplicate_of) {
  entry(id).digest = digest;
  entry(id).stale = stale;
  set_duplicate_of(id, duplicate_of);
}

bool UrlTable::set_digest(UrlId id, std::uint64_t digest) {
  return std::exchange(entry(id).digest, digest) != digest;
}

void UrlTable::set_duplicate_of(UrlId id, UrlId original) {
  entry(id).duplicate_of = static_cast<std::uint32_t>(original);
}

// Their ids follow one another but for those of adopt().
UrlRecord* UrlTable::find_added(UrlId id) {
  if (added_.empty() || id < added_.front().id) return nullptr;
  const auto place = static_cast<std::size_t>(id - added_.front().id);
  if (place < added_.size() && added_[place].id == id) return &added_[place];
  const auto found = std::ranges::lower_bound(added_, id, {}, &UrlRecord::id);
  return found != added_.end() && found->id == id ? &*found : nullptr;
}

void UrlTable::record_change(UrlId id, std::string detail) {
  if (UrlRecord* const added = find_added(id)) {
    write((*this)[id], *added, std::move(detail));
  } else {
    changes_.push_back({id, std::move(detail)});
  }
}

void UrlTable::write(const Entry& entry, UrlRecord& url, std::string detail) {
  url.state = entry.state;
  url.reason = entry.reason;
  url.detail = std::move(detail);
  url.priority = entry.priority;
  url.hops = entry.hops;
  url.redirects = entry.redirects;
  url.tries = static_cast<int>(entry.tries);
  url.not_before = entry.resting_until();
  url.seed = entry.seed;
  url.alias_of = entry.alias_of;
}

void UrlTable::take_changes(repository::Batch& batch) {
  batch.new_urls = std::exchange(added_, {});
  for (Change& change : changes_) {
    UrlRecord url;
    url.id = change.id;
    write((*this)[change.id], url, std::move(change.detail));
    batch.changed_urls.push_back(std::move(url));
  }
  changes_.clear();
  batch.stale.insert(batch.stale.end(), stale_.begin(), stale_.end());
  stale_.clear();
}

std::vector<std::pair<UrlId, double>> UrlTable::take_priorities() {
  std::vector<std::pair<UrlId, double>> taken(priorities_.begin(), priorities_.end());
  priorities_.clear();
  return taken;
}

UrlTable::Entry UrlTable::as_restored(Entry entry) {
  entry.digest = 0;
  entry.duplicate_of = 0;
  entry.under_way = entry.refreshing = entry.stale = false;
  return entry;
}

void UrlTable::save(StateWriter& writer, const std::function<std::string(HostId)>& host_of) const {
  assert(added_.empty() && changes_.empty());
  writer.list(entries_, as_restored);
  hrefs_.save(writer);
  keys_.save(writer);
  sites_.save(writer);
  std::unordered_set<HostId> queues;
  for (const Entry& entry : entries_) queues.insert(entry.host);
  writer.number(queues.size());
  for (const HostId queue : queues) {
    writer.number(queue);
    writer.text(host_of(queue));
  }
}

// Queues have other numbers in each run.
bool UrlTable::load(StateReader& reader) {
  reader.list(entries_);
  hrefs_.load(reader);
  keys_.load(reader);
  sites_.load(reader);
  std::unordered_map<HostId, HostId> queues;
  reader.map(queues, [&](HostId& queue) {
    const std::string host = reader.text();
    if (queue_of_) queue = queue_of_(host);
  });
  if (reader.failed() || hrefs_.size() != entries_.size() || keys_.size() != entries_.size())
    return false;
  return std::ranges::all_of(entries_, [&](Entry& entry) {
    const auto queue = queues.find(entry.host);
    if (entry.site >= sites_.size() || queue == queues.end()) return false;
    if (std::max(entry.alias_of, entry.found_on) > entries_.size()) return false;
    entry.host = queue->second;
    return true;
  });
}

UrlId PageCopies::original_of(UrlId page) {
  const auto [first, is_new] = first_.try_emplace(key_of(page), page);
  return is_new || first->second == page ? 0 : first->second;
}

void PageCopies::list_copies() {
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    if (urls_[id].duplicate_of != 0) copies_[urls_[id].duplicate_of].push_back(id);
  }
}

void PageCopies::page_gone(UrlId page) {
  const std::uint64_t key = key_of(page);
  const auto original = first_.find(key);
  if (original == first_.end() || original->second != page) return;
  first_.erase(original);
  UrlId heir = 0;
  for (const UrlId id : copies_[page]) {
    if (urls_[id].duplicate_of != page) continue;
    if (heir == 0) heir = id;
    urls_.set_duplicate_of(id, id == heir ? 0 : heir);
  }
  if (heir != 0) first_.emplace(key, heir);
}

}  // namespace porthole::gatherer
