#include "gatherer/rebuild/replay.h"

#include <poll.h>

#include <array>
#include <utility>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostUnderWay = 64;

/// The events by which a dropped URL waits again, those first that need nothing else.
constexpr std::array kWaysBack = {UrlEvent::kRaise,   UrlEvent::kFollow, UrlEvent::kDue,
                                  UrlEvent::kReadmit, UrlEvent::kReseed, UrlEvent::kRequest};

}  // namespace

Result<void> ArchiveReplay::begin() {
  if (auto prepared = crawl_.prepare_strategy(); !prepared) return prepared;
  crawl_.add_seeds();
  crawl_.budget_.begin();
  return {};
}

Result<bool> ArchiveReplay::take(RecordedCapture capture) {
  if (auto failure = crawl_.tools_.committer.failure()) return fail(*failure);
  const Result<Url> url = Url::parse(capture.url);
  if (!url) return false;
  clock_.set(capture.response.started);
  if (take_robots(*url, capture.response)) return true;
  if (take_sitemap(*url, capture.response)) return true;
  const UrlId id = url_of(*url, capture);
  if (!make_ready(id)) return false;
  FetchedPage page;
  page.id = id;
  page.url = *url;
  page.queue = crawl_.urls_[id].host;
  page.authority = crawl_.fetcher_.authority_of(*url);
  page.response = std::move(capture.response);
  crawl_.fetches_.expect(page);
  crawl_.take(std::move(page));
  turn(0ms);
  while (crawl_.parser_.under_way() >= kMostUnderWay) turn(100ms);
  if (crawl_.commits_.is_due()) crawl_.commit(false);
  return true;
}

Result<void> ArchiveReplay::flush() {
  parse_all();
  crawl_.store_.release_held();
  return crawl_.flush();
}

Result<void> ArchiveReplay::end() {
  parse_all();
  crawl_.store_.release_held();
  for (UrlId id = 1; id <= crawl_.urls_.last(); ++id) {
    if (crawl_.urls_[id].state == UrlState::kQueued) crawl_.fetches_.apply_robots(id);
  }
  crawl_.queue_.raise();
  return crawl_.flush();
}

/// An answer for robots.txt, or for what it redirected to.
bool ArchiveReplay::take_robots(const Url& url, const FetchResponse& response) {
  const auto redirected = robots_redirects_.find(url.href());
  const bool is_robots = url.is_web() && url.request_target() == "/robots.txt";
  if (redirected == robots_redirects_.end() && !is_robots) return false;
  const AuthorityId authority = redirected != robots_redirects_.end()
                                    ? redirected->second
                                    : crawl_.fetcher_.authority_of(url);
  if (redirected != robots_redirects_.end()) robots_redirects_.erase(redirected);
  const auto next = crawl_.fetcher_.replay_robots(authority, url, response);
  if (next) robots_redirects_.emplace(next->href(), authority);
  if (crawl_.fetches_.takes_sitemaps()) crawl_.sitemaps_.queue_sitemaps_of(authority);
  return true;
}

bool ArchiveReplay::take_sitemap(const Url& url, FetchResponse& response) {
  if (!crawl_.fetches_.takes_sitemaps()) return false;
  FetchedPage page;
  page.kind = FetchKind::kSitemap;
  page.url = url;
  if (!crawl_.sitemaps_.expect(page)) {  // Read already, and once more by a later run.
    const UrlId known = crawl_.urls_.find(url.key());
    return known != 0 && crawl_.urls_[known].reason == DropReason::kSitemap;
  }
  response.ticket = page.response.ticket;
  page.response = std::move(response);
  crawl_.sitemaps_.answered(page);
  return true;
}

/// A URL that no page named so far may be named by one that is still being parsed.
UrlId ArchiveReplay::url_of(const Url& url, const RecordedCapture& capture) {
  UrlId id = crawl_.urls_.find(url.key());
  if (id == 0 && crawl_.parser_.under_way() > 0) {
    parse_all();
    id = crawl_.urls_.find(url.key());
  }
  if (id != 0) return id;
  const Result<Url> via = Url::parse(capture.via);
  return crawl_.links_.admit(
      url, {.page = via ? crawl_.urls_.find(via->key()) : 0, .hops = capture.hops});
}

/// Brings the URL into a state in which it may have an answer. A page is fetched again.
bool ArchiveReplay::make_ready(UrlId id) {
  const UrlTable::Entry& entry = crawl_.urls_[id];
  if (entry.under_way) parse_all();
  if (entry.state == UrlState::kDropped) {
    for (const UrlEvent way : kWaysBack) {
      if (!repository::applies(entry.status(), way)) continue;
      crawl_.urls_.apply(id, way);
      break;
    }
  }
  return entry.state == UrlState::kFetched || entry.state == UrlState::kQueued;
}

void ArchiveReplay::turn(std::chrono::milliseconds wait) {
  crawl_.parser_.submit();
  if (wait > 0ms && !crawl_.tools_.parsers.ready()) {
    std::vector<pollfd> parsers;
    crawl_.tools_.parsers.add_poll_fds(parsers);
    ::poll(parsers.data(), parsers.size(), static_cast<int>(wait.count()));
  }
  std::vector<ParsedPage> documents;
  crawl_.parser_.collect(documents);
  for (ParsedPage& page : documents) crawl_.store_.parsed(std::move(page));
}

void ArchiveReplay::parse_all() {
  while (crawl_.parser_.under_way() > 0) turn(100ms);
}

}  // namespace porthole::gatherer
