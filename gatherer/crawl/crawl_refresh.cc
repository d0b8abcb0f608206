// Pages that are fetched again: what they say now takes the place of what they said, and links that they no longer
// have are closed (repository/repository.h). A run that does this does nothing else: what it finds waits for the next.

#include <algorithm>
#include <tuple>
#include <utility>

#include "gatherer/crawl/crawl.h"
#include "gatherer/fetch/http_status.h"

namespace porthole::gatherer {
namespace {

/// It goes into the head of a request: a line of it, and nothing that ends one.
std::string header_value(const std::string& text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  return is_plain ? text : std::string();
}

}  // namespace

// Hubs first: they are the most likely to have new links (Sundaresan, Yi, Huang 2000, section 4.2). What stands
// inside of a page comes again with it.
Result<void> Crawl::queue_refresh(WallTime before) {
  struct Old {
    UrlId id;
    double hub, relevance;
  };
  std::vector<Old> old;
  Result<std::vector<repository::FailureRecord>> failures = repository_.failures();
  if (!failures) return fail(failures.error());
  for (repository::FailureRecord& failure : *failures) failures_.restore(std::move(failure));
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    if (urls_[id].duplicate_of != 0) copies_[urls_[id].duplicate_of].push_back(id);
  }
  auto read = repository_.for_each_page(
      {}, [&](const UrlRecord& url, const repository::PageRecord& page, std::int64_t, std::int64_t) {
        if (url.href.find('#') != std::string::npos) {
          if (url.found_on != 0) members_[url.found_on].push_back(url.id);
        } else if (page.fetched_at <= before) {
          old.push_back({url.id, 0, page.relevance.value()});
          Validators said{header_value(page.etag), header_value(page.last_modified)};
          // What could not be read is fetched as a whole: its reader may be a better one now.
          // So is a page that counts as gone, with the members that it may have.
          const bool is_known = has_content(page.document.status) && !failures_.is_gone(url.id);
          if (is_known && !(said.etag.empty() && said.last_modified.empty()))
            validators_[url.id] = std::move(said);
        }
        return true;
      });
  if (!read) return read;
  for (Old& page : old) {
    const auto scores = repository_.scores(page.id);
    if (!scores) return fail(scores.error());
    if (*scores) page.hub = (*scores)->hub;
  }
  std::stable_sort(old.begin(), old.end(), [](const Old& a, const Old& b) {
    return std::tie(a.hub, a.relevance) > std::tie(b.hub, b.relevance);
  });
  double rank = static_cast<double>(old.size());
  for (const Old& page : old) {
    UrlTable::Entry& entry = urls_[page.id];
    entry.refreshing = true;
    frontier_.put({.id = page.id, .relevance = rank--, .tries = 0, .hops = 0}, entry.host);
  }
  return {};
}

// RFC 9110 13.1: If-None-Match, and If-Modified-Since for servers that know no tags.
void Crawl::ask_for_changes(UrlId id, FetchRequest& request) const {
  const auto known = validators_.find(id);
  if (known == validators_.end()) return;
  request.etag = known->second.etag;
  request.last_modified = known->second.last_modified;
}

bool Crawl::is_unchanged(UrlId id, const FetchResponse& response) const {
  return response.status == FetchStatus::kAnswer && response.http_status == kNotModified && validators_.contains(id);
}

// It is as if it had been read again, with all that stands in it; the archive has it already.
void Crawl::keep_unchanged(UrlId id, WallTime at) {
  commit_.batch.unchanged.emplace_back(id, at);
  failures_.had_again(id);
  ++refreshed_;
  ++unchanged_;
  urls_[id].refreshing = false;
  urls_[id].stale = true;
  const auto members = members_.find(id);
  if (members == members_.end()) return;
  for (const UrlId member : members->second) keep_unchanged(member, at);
}

// It stays as it was when it was last read.
void Crawl::leave_as_it_was(UrlId id) {
  frontier_.erase(id);
  urls_[id].refreshing = false;
}

// A server that fails today says little of the page: it is counted. What robots.txt or our own
// rules forbid says nothing.
void Crawl::refresh_failed(UrlId id, const DropReason& reason, bool answered) {
  leave_as_it_was(id);
  if (reason.held == Held::kRobots || reason.held == Held::kForbidden || reason.held == Held::kNo)
    return;
  note_failure(id, reason, answered);
  settle_gone();
}

// What stands inside of a page fails with it.
void Crawl::note_failure(UrlId id, const DropReason& reason, bool answered) {
  failures_.failed(id, reason.words, answered, clock_.wall());
  const auto members = members_.find(id);
  if (members == members_.end()) return;
  for (const UrlId member : members->second) note_failure(member, reason, answered);
}

// Of the copies of a page that is gone the first stands for the others (repository/records.h,
// Batch::failures).
void Crawl::settle_gone() {
  for (const UrlId gone : failures_.take_gone()) {
    const std::uint64_t digest = urls_[gone].digest ^ urls_[gone].site;
    const auto original = digests_.find(digest);
    if (original == digests_.end() || original->second != gone) continue;
    digests_.erase(original);
    UrlId heir = 0;
    for (const UrlId id : copies_[gone]) {
      if (urls_[id].duplicate_of != gone) continue;
      if (heir == 0) heir = id;
      urls_[id].duplicate_of = id == heir ? 0 : heir;
    }
    if (heir != 0) digests_.emplace(digest, heir);
  }
}

}  // namespace porthole::gatherer
