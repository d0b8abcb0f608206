#include "gatherer/frontier/url_table.h"

#include <xxhash.h>

#include <cassert>
#include <utility>

namespace porthole::gatherer {
namespace {

/// The words of what holds a URL that may come back by what a crawl finds.
std::string words_for(Held held) {
  for (const DropReason* reason :
       {&kReasonThreshold, &kReasonNofollow, &kReasonHops, &kReasonNoPage, &kReasonSitemap,
        &kReasonSiteCap, &kReasonUnread, &kReasonCopy, &kReasonUnreachable}) {
    if (reason->held == held) return reason->words;
  }
  return "";
}

}  // namespace

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
  entry.held = url.held;
  return entry;
}

UrlId UrlTable::add(UrlRecord url) {
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

void UrlTable::change(UrlId id, UrlState state, DropReason reason, std::string detail) {
  Entry& entry = (*this)[id];
  entry.state = state;
  entry.held = state == UrlState::kDropped ? reason.held : Held::kNo;
  if (!added_.empty() && id >= added_.front().id) {
    write(entry, added_[static_cast<std::size_t>(id - added_.front().id)], std::move(reason.words),
          std::move(detail));
  } else {
    changes_.push_back({id, std::move(reason.words), std::move(detail)});
  }
}

void UrlTable::touch(UrlId id) {
  const Entry& entry = (*this)[id];
  change(id, entry.state, {entry.held, words_for(entry.held)});
}

void UrlTable::write(const Entry& entry, UrlRecord& url, std::string reason, std::string detail) {
  url.state = entry.state;
  url.reason = std::move(reason);
  url.detail = std::move(detail);
  url.priority = entry.priority;
  url.hops = entry.hops;
  url.redirects = entry.redirects;
  url.tries = entry.tries;
  url.not_before = WallTime{std::chrono::seconds{entry.not_before}};
  url.seed = entry.seed;
  url.alias_of = entry.alias_of;
  url.held = entry.held;
}

void UrlTable::take_changes(repository::Batch& batch) {
  batch.new_urls = std::exchange(added_, {});
  for (Change& change : changes_) {
    UrlRecord url;
    url.id = change.id;
    write((*this)[change.id], url, std::move(change.reason), std::move(change.detail));
    batch.changed_urls.push_back(std::move(url));
  }
  changes_.clear();
}

}  // namespace porthole::gatherer
