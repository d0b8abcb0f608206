#include "gatherer/frontier/url_table.h"

#include <xxhash.h>

#include <cassert>
#include <optional>
#include <utility>

namespace porthole::gatherer {
UrlTable::Hash UrlTable::hash_of(std::string_view key) {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return {hash.low64, hash.high64};
}

UrlId UrlTable::find(std::string_view key) const {
  const auto found = ids_.find(hash_of(key));
  return found == ids_.end() ? 0 : found->second;
}

UrlTable::Entry UrlTable::entry_of(const UrlRecord& url) {
  Entry entry;
  entry.href = url.href;
  if (queue_of_) entry.host = queue_of_(url.host);
  entry.site = sites_.id_of(url.site);
  entry.alias_of = url.alias_of;
  entry.found_on = url.found_on;
  entry.not_before = url.not_before.time_since_epoch().count();
  entry.priority = url.priority;
  entry.hops = url.hops;
  entry.redirects = url.redirects;
  entry.tries = url.tries;
  entry.state = url.state;
  entry.seed = url.seed;
  entry.reason = url.reason;
  return entry;
}

UrlId UrlTable::add(UrlRecord url, UrlEvent event, DropReason reason) {
  const std::optional<UrlStatus> status = repository::after({}, event, reason);
  assert(status);
  url.state = status->state;
  url.reason = status->reason;
  url.id = last() + 1;
  ids_.emplace(hash_of(url.key), url.id);
  entries_.push_back(entry_of(url));
  added_.push_back(std::move(url));
  return last();
}

void UrlTable::restore(const UrlRecord& url) {
  assert(url.id == last() + 1);
  ids_.emplace(hash_of(url.key), url.id);
  entries_.push_back(entry_of(url));
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
  Entry& entry = (*this)[id];
  const std::optional<UrlStatus> status = repository::after(entry.status(), event, reason);
  assert(status);
  if (!status) return;
  entry.state = status->state;
  entry.reason = status->reason;
  record_change(id, std::move(detail));
}

void UrlTable::record_change(UrlId id, std::string detail) {
  if (!added_.empty() && id >= added_.front().id) {
    write((*this)[id], added_[static_cast<std::size_t>(id - added_.front().id)], std::move(detail));
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
  url.tries = entry.tries;
  url.not_before = WallTime{std::chrono::seconds{entry.not_before}};
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
}

}  // namespace porthole::gatherer
