// Pages that are fetched again: what they say now takes the place of what they said, and links that they no longer
// have are closed (repository/repository.h). A run that does this does nothing else: what it finds waits for the next.

#include <algorithm>
#include <tuple>

#include "gatherer/crawl.h"

namespace porthole::gatherer {

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
        if (page.fetched_at <= before && url.href.find('#') == std::string::npos) {
          old.push_back({url.id, 0, page.relevance.value()});
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

// It stays as it was when it was last read: a server that fails today says nothing of the page.
void Crawl::leave_as_it_was(UrlId id) {
  frontier_.erase(id);
  urls_[id].refreshing = false;
}

}  // namespace porthole::gatherer
