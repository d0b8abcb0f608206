// Pages that are fetched again: what they say now takes the place of what they said, and links that they no longer
// have are closed (repository/repository.h). A run that does this does nothing else: what it finds waits for the next.

#include <algorithm>
#include <tuple>
#include <utility>

#include "gatherer/crawl.h"
#include "gatherer/http_status.h"

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
  auto read = repository_.for_each_page(
      {}, [&](const UrlRecord& url, const repository::PageRecord& page, std::int64_t, std::int64_t) {
        if (url.href.find('#') != std::string::npos) {
          if (url.found_on != 0) members_[url.found_on].push_back(url.id);
        } else if (page.fetched_at <= before) {
          old.push_back({url.id, 0, page.relevance.value()});
          Validators said{header_value(page.etag), header_value(page.last_modified)};
          // What could not be read is fetched as a whole: its reader may be a better one now.
          const bool was_read = has_content(page.document.status);
          if (was_read && !(said.etag.empty() && said.last_modified.empty())) validators_[url.id] = std::move(said);
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
  ++refreshed_;
  ++unchanged_;
  urls_[id].refreshing = false;
  urls_[id].stale = true;
  const auto members = members_.find(id);
  if (members == members_.end()) return;
  for (const UrlId member : members->second) keep_unchanged(member, at);
}

// It stays as it was when it was last read: a server that fails today says nothing of the page.
void Crawl::leave_as_it_was(UrlId id) {
  frontier_.erase(id);
  urls_[id].refreshing = false;
}

}  // namespace porthole::gatherer
