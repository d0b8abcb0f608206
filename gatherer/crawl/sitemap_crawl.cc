#include "gatherer/crawl/sitemap_crawl.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kMostWaiting = 50;       // sitemaps of one host
constexpr std::size_t kPagesForASitemap = 10;  // of a run that fetches pages again
constexpr std::size_t kLeastInARound = 2;      // of a good host
constexpr std::size_t kPagesInARound = 40;     // for a sitemap
constexpr std::size_t kListedForOneLeftOut = 10;
constexpr auto kReadAgainAfter = std::chrono::hours(24);
constexpr int kMostRedirects = 5;              // as many as of robots.txt
constexpr std::int64_t kUrlsForAPage = 20;     // known from sitemaps, for each page of a site's cap
constexpr std::int64_t kUrlsOfHost = 250'000;  // where a site has no cap
constexpr std::string_view kLastModified = "; Last-Modified: ", kEtag = "; ETag: ";

/// The end of the outcome of a reading, from which known_of() has the validators.
std::string end_of_outcome(const FetchResponse& response) {
  const Validators said = validators_of(std::string(response.header("etag")),
                                        std::string(response.header("last-modified")));
  std::string end;
  if (!said.last_modified.empty()) end.append(kLastModified).append(said.last_modified);
  if (!said.etag.empty()) end.append(kEtag).append(said.etag);
  return end;
}

Validators known_of(std::string_view outcome) {
  Validators known;
  if (const std::size_t at = outcome.find(kEtag); at != outcome.npos) {
    known.etag = outcome.substr(at + kEtag.size());
    outcome = outcome.substr(0, at);
  }
  if (const std::size_t at = outcome.find(kLastModified); at != outcome.npos)
    known.last_modified = outcome.substr(at + kLastModified.size());
  return known;
}

}  // namespace

void SitemapCrawl::restore(const UrlTable::Entry& url) {
  const bool only_in_sitemaps =
      url.found_on == 0 && !url.seed && url.reason != DropReason::kSitemap;
  if (only_in_sitemaps) ++known_[url.host];
}

void SitemapCrawl::queue_sitemaps_of(AuthorityId authority) {
  if (!taken_.insert(authority).second) return;
  const RobotsKeeper::Authority& site = parts_.fetcher.authority(authority);
  const Result<Url> base = Url::parse(site.name);  // of a path, which is not of the protocol
  for (const std::string& line : site.rules.sitemaps()) {
    Result<Url> url = Url::parse(line, base ? &*base : nullptr);
    if (url && url->is_web()) queue({std::move(*url), authority});
  }
}

void SitemapCrawl::queue(Task task) {
  task.url = task.url.without_credentials();
  const UrlId known = parts_.urls.find(task.url.key());
  if (known != 0) {
    if (was_read(task.url) || is_out_of_scope(parts_.urls[known].reason)) return;
  }
  if (const Decision decision = parts_.rules.scope.decide(task.url); !decision.accepted) {
    if (known == 0) parts_.links.refuse(task.url, decision.reason, decision.detail);
    return;
  }
  if (task.lead != nullptr) ++task.lead->unread;
  const HostId host = parts_.fetcher.queue_of(task.url.host_and_port());
  if (may_wait_for(host)) waiting_[host].push_back(std::move(task));
}

bool SitemapCrawl::may_wait_for(HostId host) {
  if (waiting_[host].size() >= kMostWaiting) return false;
  if (parts_.recrawled == nullptr) return true;
  if (parts_.leads_to_news) {
    const std::size_t most =
        std::max(kLeastInARound, parts_.recrawled->pages_of(host) / kPagesInARound);
    return parts_.leads_to_news(host) && ++again_[host] <= most;
  }
  return ++again_[host] * kPagesForASitemap <= parts_.recrawled->pages_of(host);
}

bool SitemapCrawl::fetch_next(HostId queue) {
  const auto found = waiting_.find(queue);
  if (found == waiting_.end() || found->second.empty()) return false;
  std::deque<Task>& waiting = found->second;
  const RobotsAccess access = parts_.fetcher.check_robots(waiting.front().url, queue);
  if (access.state == RobotsAccess::kAsking) return true;
  Task next = std::move(waiting.front());
  waiting.pop_front();
  if (was_read(next.url)) {  // named twice, and read meanwhile
    finish(next, "");
  } else if (access.state == RobotsAccess::kDead) {
    finish(next, name_of(access.site->dead));
  } else if (access.state != RobotsAccess::kAllowed) {
    finish(next, name_of(DropReason::kRobots));
  } else {
    ask(std::move(next), queue, access.authority);
  }
  return true;
}

void SitemapCrawl::ask(Task task, HostId queue, AuthorityId authority) {
  const UrlId known = parts_.urls.find(task.url.key());
  const bool is_again = known != 0 && parts_.urls[known].reason == DropReason::kSitemap;
  if (is_again && parts_.stored_detail) task.outcome = parts_.stored_detail(known);
  const std::uint64_t ticket =
      parts_.fetcher.fetch_sitemap(task.url, queue, authority, known_of(task.outcome));
  in_flight_.emplace(ticket, std::move(task));
}

bool SitemapCrawl::was_read(const Url& url) const {
  const UrlId known = parts_.urls.find(url.key());
  if (known == 0 || parts_.urls[known].reason != DropReason::kSitemap) return false;
  if (parts_.leads_to_news) return read_now_.contains(known);
  return parts_.recrawled == nullptr || parts_.urls[known].rests(parts_.rules.clock.wall());
}

// A date without a time names the first moment of its day.
bool SitemapCrawl::was_read_since(const Url& url, WallTime changed) const {
  const UrlId known = parts_.urls.find(url.key());
  if (known == 0 || parts_.urls[known].reason != DropReason::kSitemap) return false;
  return parts_.urls[known].resting_until() - kReadAgainAfter >= changed + std::chrono::hours(24);
}

bool SitemapCrawl::expect(FetchedPage& page) {
  const auto found = waiting_.find(parts_.fetcher.queue_of(page.url.host_and_port()));
  if (found == waiting_.end()) return false;
  std::deque<Task>& waiting = found->second;
  const std::string key = page.url.key();
  const auto task = std::find_if(waiting.begin(), waiting.end(),
                                 [&](const Task& one) { return one.url.key() == key; });
  if (task == waiting.end()) return false;
  page.response.ticket = ++replayed_;
  in_flight_.emplace(page.response.ticket, std::move(*task));
  waiting.erase(task);
  return true;
}

void SitemapCrawl::answered(const FetchedPage& page) {
  const auto found = in_flight_.find(page.response.ticket);
  const Task task = std::move(found->second);
  in_flight_.erase(found);
  if (page.response.status != FetchStatus::kAnswer) return;  // Left to the next run.
  const bool is_as_before = page.response.http_status == kNotModified && !task.outcome.empty();
  if (is_as_before) return finish(task, task.outcome);
  switch (outcome_of(page.response)) {
    case FetchOutcome::kDocument:
    case FetchOutcome::kPart:
      return read(task, page.response);
    case FetchOutcome::kRedirect:
      return follow_redirect(task, page);
    default:
      finish(task, name_of(reason_of(page.response)));
  }
}

void SitemapCrawl::read(const Task& task, const FetchResponse& response) {
  SitemapSource source{.url = task.url};
  if (Result<Url> named_by = Url::parse(parts_.fetcher.authority(task.named_by).name)) {
    source.named_by.emplace_back(named_by->host());
  }
  const Result<Sitemap> sitemap = read_sitemap(response.body, source);
  if (!sitemap) return finish(task, sitemap.error().message);
  const std::string problem = sitemap->problem.empty() ? "" : ", " + sitemap->problem;
  const std::string count = std::to_string(sitemap->entries.size());
  if (sitemap->kind == SitemapKind::kPages) {
    std::unordered_set<UrlId> listed;
    for (const SitemapEntry& entry : sitemap->entries) listed.insert(take_entry(entry));
    bool is_news = std::ranges::any_of(listed, [&](UrlId id) { return claims_change(id); });
    if (sitemap->problem.empty()) is_news |= note_unlisted(task, listed);
    finish(task, count + " URLs" + problem + (is_news ? "" : end_of_outcome(response)));
  } else if (task.depth + 1 < kSitemapLevels) {
    std::vector<Url> files;
    for (const SitemapEntry& entry : sitemap->entries) {
      Result<Url> url = Url::parse(entry.url);
      if (url && !(entry.lastmod && was_read_since(*url, *entry.lastmod)))
        files.push_back(std::move(*url));
    }
    lead_to(task, files, 0, "an index of " + count + " sitemaps" + problem);
  } else {
    finish(task, "indexes nested too deep");
  }
}

// Each hop passes scope and robots.txt as any other sitemap does.
void SitemapCrawl::follow_redirect(const Task& task, const FetchedPage& page) {
  const Result<Url> target = redirect_target(page);
  if (!target || !target->is_web()) {
    finish(task, name_of(DropReason::kBadRedirect));
  } else if (task.redirects == kMostRedirects) {
    finish(task, name_of(DropReason::kTooManyRedirects));
  } else {
    lead_to(task, {target->without_fragment()}, task.redirects + 1,
            "redirect to " + target->href());
  }
}

void SitemapCrawl::lead_to(const Task& task, const std::vector<Url>& urls, int redirects,
                           const std::string& outcome) {
  const auto lead = std::make_shared<Lead>(Lead{task.url, outcome, task.lead});
  const int depth = task.depth + (redirects > task.redirects ? 0 : 1);
  for (const Url& url : urls) queue({url, task.named_by, depth, redirects, lead});
  if (lead->unread == 0) finish(task, outcome);
}

void SitemapCrawl::finish(const Task& task, const std::string& outcome) {
  settle(task.url, outcome);
  std::shared_ptr<Lead> lead = task.lead;
  for (; lead != nullptr && --lead->unread == 0; lead = lead->lead) {
    settle(lead->url, lead->outcome);
  }
}

// `explain` tells the outcome, and the sitemap is not read again: by a crawl never, by a run that
// fetches pages again not on this day.
void SitemapCrawl::settle(const Url& url, const std::string& outcome) {
  const UrlId known = parts_.links.refuse(url, DropReason::kSitemap, outcome);
  read_now_.insert(known);
  if (parts_.recrawled == nullptr || outcome.empty()) return;
  if (parts_.urls[known].reason != DropReason::kSitemap) return;
  parts_.urls.rest_until(known, parts_.rules.clock.wall() + kReadAgainAfter);
  parts_.urls.touch(known, outcome);
}

// A URL of a sitemap has no annotations; it counts as one link away from the site's front page.
UrlId SitemapCrawl::take_entry(const SitemapEntry& said) {
  const Result<Url> url = Url::parse(said.url);
  if (!url || !has_room_for(*url)) return 0;
  const UrlId id = parts_.links.queue(*url, true);
  const bool is_own = parts_.urls[id].host == parts_.fetcher.queue_of(url->host_and_port());
  if (parts_.recrawled != nullptr && said.lastmod && is_own)
    parts_.recrawled->claim_modified(id, *said.lastmod);
  return id;
}

// A few that are left out were probably deleted; many, and the sitemap lists the newest pages
// alone.
bool SitemapCrawl::note_unlisted(const Task& task, const std::unordered_set<UrlId>& listed) {
  const bool is_only_one =
      task.lead == nullptr && parts_.fetcher.authority(task.named_by).rules.sitemaps().size() == 1;
  if (!parts_.leads_to_news || !is_only_one) return false;
  std::vector<UrlId> left_out;
  for (const UrlId id : pages_from_sitemaps(parts_.fetcher.queue_of(task.url.host_and_port()))) {
    if (!listed.contains(id)) left_out.push_back(id);
  }
  if (left_out.size() * kListedForOneLeftOut > listed.size()) return false;
  for (const UrlId id : left_out) parts_.recrawled->claim_unlisted(id);
  return std::ranges::any_of(left_out, [&](UrlId id) { return claims_change(id); });
}

bool SitemapCrawl::claims_change(UrlId page) const {
  return parts_.recrawled != nullptr && parts_.recrawled->claims_change(page);
}

const std::vector<UrlId>& SitemapCrawl::pages_from_sitemaps(HostId host) {
  if (from_sitemaps_.empty()) {
    for (UrlId id = 1; id <= parts_.urls.last(); ++id) {
      const UrlTable::Entry& url = parts_.urls[id];
      const bool is_page = url.state == repository::UrlState::kFetched;
      if (is_page && url.found_on == 0 && !url.seed) from_sitemaps_[url.host].push_back(id);
    }
  }
  return from_sitemaps_[host];
}

// A site may list far more than will ever be fetched of it, and every URL that is known costs
// memory.
bool SitemapCrawl::has_room_for(const Url& entry) {
  if (parts_.urls.find(entry.key()) != 0) return true;
  const std::int64_t pages = parts_.rules.scope.pages_cap(parts_.rules.scope.site_of(entry));
  const std::int64_t most = pages > 0 ? kUrlsForAPage * pages : kUrlsOfHost;
  std::int64_t& known = known_[parts_.fetcher.queue_of(entry.host_and_port())];
  if (known >= most) return false;
  ++known;
  return true;
}

}  // namespace porthole::gatherer
