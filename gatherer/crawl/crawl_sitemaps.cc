// What sites say they have: the sitemaps that robots.txt names, and those that they lead to.

#include <utility>

#include "gatherer/crawl/crawl.h"
#include "gatherer/fetch/http_status.h"
#include "gatherer/frontier/sitemap.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kSitemapsOfHost = 50;    // that wait at the same time
constexpr int kSitemapRedirects = 5;           // as many as of robots.txt
constexpr std::int64_t kUrlsForAPage = 20;     // known from sitemaps, for each page of a site's cap
constexpr std::int64_t kUrlsOfHost = 250'000;  // where a site has no cap

}  // namespace

void Crawl::queue_sitemaps(AuthorityId authority) {
  RobotsKeeper::Authority& site = robots_[authority];
  if (site.sitemaps_taken || !specification_.sitemaps) return;
  site.sitemaps_taken = true;
  for (const std::string& line : site.rules.sitemaps()) {
    Result<Url> url = Url::parse(line);
    if (url && url->is_web()) queue_sitemap({*url, authority});
  }
}

// A sitemap is read once. One that is not wanted is kept among the dropped URLs, with the reason.
// One that finds no room is left to the next run, and so is what led to it.
void Crawl::queue_sitemap(SitemapTask task) {
  task.url = task.url.without_credentials();
  const std::string key = task.url.key();
  const UrlId known = urls_.find(key);
  if (known != 0 && (urls_[known].held == Held::kSitemap || urls_[known].held == Held::kScope))
    return;
  if (const Decision decision = scope_.decide(task.url); !decision.accepted) {
    if (known == 0)
      add_url(task.url, key, {}, Refusal{{decision.held, decision.reason}, decision.detail});
    return;
  }
  if (task.lead != nullptr) ++task.lead->unread;
  std::deque<SitemapTask>& waiting = sitemaps_[urls_.queue_of(task.url.host_and_port())];
  if (waiting.size() < kSitemapsOfHost) waiting.push_back(std::move(task));
}

// The sitemaps of a host come before its next page; robots.txt holds for them as for any other URL.
bool Crawl::fetch_sitemap(HostId host) {
  std::deque<SitemapTask>& waiting = sitemaps_[host];
  if (waiting.empty()) return false;
  const AuthorityId own = robots_.id_of(waiting.front().url);
  if (robots_[own].state == RobotsKeeper::State::kAsking) return false;
  if (robots_[own].state == RobotsKeeper::State::kUnknown) {
    fetch_robots(own, host);
    return true;
  }
  SitemapTask next = std::move(waiting.front());
  waiting.pop_front();
  const UrlId known = urls_.find(next.url.key());
  if (known != 0 && urls_[known].held == Held::kSitemap) {  // named twice, and read meanwhile
    finish_sitemap(next.url, next.lead, "");
    return true;
  }
  const RobotsKeeper::Authority& site = robots_[own];
  if (site.state == RobotsKeeper::State::kDead ||
      !site.rules.check(next.url.request_target()).allowed) {
    finish_sitemap(next.url, next.lead,
                   site.state == RobotsKeeper::State::kDead ? site.dead.words : "robots.txt");
    return true;
  }
  frontier_.occupy(host);
  fetch({.kind = Kind::kSitemap,
         .authority = next.authority,
         .host = host,
         .url = std::move(next.url),
         .depth = next.depth,
         .redirects = next.redirects,
         .lead = std::move(next.lead)});
  return true;
}

// What fails without an answer is left to the next run.
void Crawl::sitemap_answered(const Flight& flight, FetchResponse response) {
  release_host(flight, response);
  if (response.status == FetchStatus::kAnswer) {
    if (is_page(response.http_status)) {
      read_sitemap_of(flight, response.body);
    } else if (is_redirect(response.http_status)) {
      follow_sitemap(flight, response);
    } else {
      finish_sitemap(flight.url, flight.lead, "http " + std::to_string(response.http_status));
    }
  }
  archive(flight.url, 0, std::move(response));
}

void Crawl::read_sitemap_of(const Flight& flight, const std::string& body) {
  SitemapSource source{.url = flight.url};
  if (Result<Url> named_by = Url::parse(robots_[flight.authority].name)) {
    source.named_by.emplace_back(named_by->host());
  }
  const Result<Sitemap> sitemap = read_sitemap(body, source);
  if (!sitemap) return finish_sitemap(flight.url, flight.lead, sitemap.error().message);
  const std::string problem = sitemap->problem.empty() ? "" : ", " + sitemap->problem;
  const std::string count = std::to_string(sitemap->entries.size());
  if (sitemap->kind == SitemapKind::kPages) {
    for (const SitemapEntry& entry : sitemap->entries) take_sitemap_entry(entry.url);
    finish_sitemap(flight.url, flight.lead, count + " URLs" + problem);
  } else if (flight.depth + 1 < kSitemapLevels) {
    std::vector<Url> files;
    for (const SitemapEntry& entry : sitemap->entries) {
      if (Result<Url> url = Url::parse(entry.url)) files.push_back(std::move(*url));
    }
    lead_to(flight, files, 0, "an index of " + count + " sitemaps" + problem);
  } else {
    finish_sitemap(flight.url, flight.lead, "an index within an index");
  }
}

// Each hop passes scope and robots.txt as any other sitemap does.
void Crawl::follow_sitemap(const Flight& flight, const FetchResponse& response) {
  const Result<Url> location = Url::parse(response.header("location"), &flight.url);
  if (response.header("location").empty() || !location || !location->is_web()) {
    finish_sitemap(flight.url, flight.lead, "bad redirect");
  } else if (flight.redirects == kSitemapRedirects) {
    finish_sitemap(flight.url, flight.lead, "too many redirects");
  } else {
    lead_to(flight, {location->without_fragment()}, flight.redirects + 1,
            "redirect to " + location->without_credentials().href());
  }
}

void Crawl::lead_to(const Flight& flight, const std::vector<Url>& urls, int redirects,
                    std::string outcome) {
  const auto lead = std::make_shared<SitemapLead>(SitemapLead{flight.url, outcome, flight.lead});
  const int depth = flight.depth + (redirects > flight.redirects ? 0 : 1);
  for (const Url& url : urls) queue_sitemap({url, flight.authority, depth, redirects, lead});
  if (lead->unread == 0) finish_sitemap(flight.url, flight.lead, std::move(outcome));
}

void Crawl::finish_sitemap(const Url& url, std::shared_ptr<SitemapLead> lead, std::string outcome) {
  settle_sitemap(url, std::move(outcome));
  for (; lead != nullptr && --lead->unread == 0; lead = lead->lead)
    settle_sitemap(lead->url, lead->outcome);
}

// So that `explain` tells what became of it, and that it is not read again.
void Crawl::settle_sitemap(const Url& url, std::string outcome) {
  const std::string key = url.key();
  const UrlId known = urls_.find(key);
  if (known == 0) {
    add_url(url, key, {}, Refusal{kReasonSitemap, std::move(outcome)});
  } else if (is_open(known) && !urls_[known].under_way) {
    drop(known, kReasonSitemap, std::move(outcome));
  }
}

// A site may list far more than will ever be fetched of it, and every URL that is known costs
// memory.
bool Crawl::has_room_for(const Url& sitemap_entry) {
  if (urls_.find(sitemap_entry.key()) != 0) return true;
  const std::int64_t pages = scope_.pages_cap(scope_.site_of(sitemap_entry));
  const std::int64_t most = pages > 0 ? kUrlsForAPage * pages : kUrlsOfHost;
  std::int64_t& known = sitemap_urls_[urls_.queue_of(sitemap_entry.host_and_port())];
  if (known >= most) return false;
  ++known;
  return true;
}

}  // namespace porthole::gatherer
