// What becomes of an answer: robots.txt, a sitemap, a redirect, a page, or a failure.

#include <algorithm>
#include <charconv>
#include <utility>

#include "archive/digest.h"
#include "base/text/text.h"
#include "gatherer/crawl/crawl.h"
#include "gatherer/fetch/http_status.h"
#include "gatherer/fetch/limits.h"
#include "gatherer/fetch/robots_meta.h"
#include "gatherer/judge/status_training.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

Error too_many_open_files() {
  Error error;
  error.code = ErrorCode::kPermission;
  error.message = "no connection can be opened: too many open files";
  error.hint =
      "allow more (ulimit -n 1024) and run the same command again; what was committed is safe";
  return error;
}

}  // namespace

void Crawl::answered(FetchResponse response) {
  const auto found = flights_.find(response.ticket);
  const Flight flight = std::move(found->second);
  flights_.erase(found);
  const auto& gateway = specification_.network.gateway;
  if (gateway && response.status == FetchStatus::kConnectFailed) {
    Error error;
    error.code = ErrorCode::kNetwork;
    error.message = "the gateway " + *gateway + " cannot be reached: " + response.detail;
    error.hint = "start it (porthole webbox --listen ADDR:PORT), or change <gateway url=...> in " +
                 specification_.file.string();
    failure_ = std::move(error);
    return;
  }
  if (response.status == FetchStatus::kExhausted) {
    failure_ = too_many_open_files();
    return;
  }
  if (response.status == FetchStatus::kAnswer && !flight.url.host().empty()) {
    failures_.heard_a_server();
    settle_gone();
  }
  switch (flight.kind) {
    case Kind::kRobots: return robots_answered(flight, std::move(response));
    case Kind::kSitemap: return sitemap_answered(flight, std::move(response));
    case Kind::kPage: return page_answered(flight, std::move(response));
  }
}

void Crawl::release_host(const Flight& flight, const FetchResponse& response) {
  std::chrono::milliseconds pause{0};
  if (!flight.url.host().empty()) {  // A file has no host to be polite to.
    pause = pace_.after(urls_.hosts().name(flight.host), response,
                        robots_[flight.authority].rules.crawl_delay(), clock_.wall());
  }
  const SteadyTime ready = clock_.steady() + pause;
  frontier_.release(flight.host, ready);
  for (const HostId neighbour : flight.neighbours) frontier_.release(neighbour, ready);
  const bool own_answer = urls_.hosts().name(flight.host) == flight.url.host_and_port();
  if (!queues_by_address() || !own_answer) return;
  addresses_.learn(flight.host, response.address);
  for (const HostId neighbour : addresses_.neighbours(flight.host)) frontier_.delay(neighbour, ready);
}

void Crawl::robots_answered(const Flight& flight, FetchResponse response) {
  const RobotsKeeper::Next next = robots_.answered(flight.authority, response, flight.url);
  if (next.follow) {
    Flight again = flight;
    again.url = *next.follow;
    archive(flight.url, 0, std::move(response));
    fetch(std::move(again));
    return;
  }
  release_host(flight, response);
  if (next.retry_in > 0ms) frontier_.delay(flight.host, clock_.steady() + next.retry_in);
  if (next.known) commit_.batch.hosts.push_back(robots_[flight.authority].record);
  archive(flight.url, 0, std::move(response));
}

// A URL of a sitemap has no annotations; it counts as one link away from the site's front page.
void Crawl::take_sitemap_entry(const std::string& text) {
  Result<Url> url = Url::parse(text);
  if (!url || !has_room_for(*url)) return;
  const UrlId id = urls_.standing_for(admit(*url, {.hops = 1}, true));
  if (!is_open(id)) return;
  Link link;
  link.url = urls_[id].href;
  link.element = Element::kSitemap;
  const Judgement nothing;
  strategy_->link_read({.source = {.judgement = nothing},
                        .target = id,
                        .target_site = urls_[id].site,
                        .target_open = true,
                        .link = link});
  enqueue(id);
}

void Crawl::page_answered(const Flight& flight, FetchResponse response) {
  release_host(flight, response);
  if (response.status == FetchStatus::kAnswer && is_page(response.http_status)) {
    to_parse_.push_back({flight.id, std::move(response), flight.url, false});
    return;
  }
  UrlTable::Entry& entry = urls_[flight.id];
  entry.under_way = false;
  --site_pages_[entry.site].under_way;
  --pages_under_way_;
  if (entry.refreshing && is_unchanged(flight.id, response)) {
    return keep_unchanged(flight.id, response.started);
  }
  const bool is_answer = response.status == FetchStatus::kAnswer;
  const DropReason reason =
      is_answer ? reason_of_http(response.http_status) : reason_of(response.status);
  if (entry.refreshing) {
    if (is_answer && is_redirect(response.http_status)) note_where_it_went(flight, response);
    refresh_failed(flight.id, reason, is_answer);
  } else if (is_answer && is_redirect(response.http_status)) {
    return redirected(flight, std::move(response));
  } else if (is_answer ? is_busy(response.http_status) : worth_retrying(response.status)) {
    retry_or_drop(flight, response, reason);
  } else {
    drop(flight.id, reason, response.detail);
  }
  archive(flight.url, flight.id, std::move(response));
}

// A cut transfer says little of the host's other pages: the URL alone waits, and the host is slowed
// (HostPace).
void Crawl::retry_or_drop(const Flight& flight, const FetchResponse& response, DropReason reason) {
  UrlTable::Entry& entry = urls_[flight.id];
  if (entry.tries >= kTries) {
    drop(flight.id, reason, response.detail);
    return;
  }
  const auto pause = pace_.before_next_try(entry.tries, response, clock_.wall());
  if (pause > 0ms) {
    entry.not_before =
        (clock_.wall() + std::chrono::ceil<std::chrono::seconds>(pause)).time_since_epoch().count();
    if (!is_cut_transfer(response.status)) frontier_.delay(entry.host, clock_.steady() + pause);
  }
  urls_.change(flight.id, UrlState::kQueued, std::move(reason), response.detail);
  if (pause > 0ms && is_cut_transfer(response.status)) {
    retries_.put(flight.id, clock_.steady() + pause);
  } else {
    enqueue(flight.id);
  }
}

void Crawl::queue_what_is_due() {
  const SteadyTime now = clock_.steady();
  for (const UrlId id : retries_.take_due(now)) {
    if (is_open(id)) enqueue(id);
  }
  for (const UrlId id : unreachable_.take_due(now)) {
    if (urls_[id].held != Held::kUnreachable) continue;
    urls_.change(id, UrlState::kQueued);
    enqueue(id);
  }
}

// Nothing of a host is fetched while its robots.txt cannot be had (RFC 9309 2.3.1.4).
void Crawl::hold_until_robots_are_asked(UrlId id, const RobotsKeeper::Authority& site) {
  UrlTable::Entry& entry = urls_[id];
  if (entry.refreshing) return refresh_failed(id, kReasonUnreachable, false);
  frontier_.erase(id);
  entry.not_before = site.until.time_since_epoch().count();
  urls_.change(id, UrlState::kDropped, kReasonUnreachable, site.rules.reason());
  unreachable_.put(id, clock_.steady() + (site.until - clock_.wall()));
}

// A page that moved: where it is now is a URL like any other, which the next run fetches.
void Crawl::note_where_it_went(const Flight& flight, const FetchResponse& response) {
  const Result<Url> location = Url::parse(response.header("location"), &flight.url);
  if (response.header("location").empty() || !location ||
      is_closed_to(*location, flight.url.href()))
    return;
  const UrlTable::Entry& from = urls_[flight.id];
  admit(*location, {.page = from.found_on, .hops = from.hops, .redirects = 1}, true);
}

// Each hop is a URL of its own: it passes scope, robots.txt and politeness like any other.
void Crawl::redirected(const Flight& flight, FetchResponse response) {
  const UrlTable::Entry from = urls_[flight.id];
  Result<Url> location = Url::parse(response.header("location"), &flight.url);
  if (location) location = location->without_credentials();
  if (response.header("location").empty() || !location) {
    drop(flight.id, {Held::kRedirect, "bad redirect"},
         shortened(without_credentials(clean_utf8(response.header("location"))), 200));
  } else if (is_closed_to(*location, flight.url.href())) {
    drop(flight.id, {Held::kNo, "closed to links"}, location->href());
  } else if (from.redirects + 1 > specification_.limits.redirects) {
    drop(flight.id, {Held::kRedirect, "too many redirects"}, location->href());
  } else {
    const UrlId target = urls_.standing_for(admit(*location,
                                                  {.page = from.found_on,
                                                   .hops = from.hops,
                                                   .redirects = from.redirects + 1,
                                                   .seed = from.seed},
                                                  true));
    if (target == flight.id) {
      drop(flight.id, {Held::kRedirect, "redirect loop"}, location->href());
    } else {
      become_alias(flight.id, target, "redirect");
    }
  }
  archive(flight.url, flight.id, std::move(response));
}

void Crawl::parsed(Parsing parsing, Document document) {
  if (!parsing.unread.empty()) return container_read_again(std::move(parsing), std::move(document));
  UrlTable::Entry& entry = urls_[parsing.id];
  entry.under_way = false;
  --site_pages_[entry.site].under_way;
  --pages_under_way_;
  if (document.status == ParseStatus::kUnsupported) {
    drop(parsing.id, {Held::kContent, "unsupported type"}, document.media_type);
    archive(parsing.url, parsing.id, std::move(parsing.response));
    return;
  }
  std::string digest = archive::sha1_digest(parsing.response.body);
  entry.digest = std::hash<std::string>{}(digest);
  if (parsing.is_member) {
    resolve_inner_links(parsing.url, document);
  } else if (!entry.refreshing && is_scheme_twin(parsing.id, parsing.url)) {
    archive(parsing.url, parsing.id, std::move(parsing.response));
    return;
  }
  store_page(std::move(parsing), std::move(document), std::move(digest));
}

// http and https of a host show the same pages when they did so once, to the byte.
bool Crawl::is_scheme_twin(UrlId id, const Url& url) {
  const UrlTable::Entry& entry = urls_[id];
  int& known = scheme_twin_[url.host_and_port()];
  if (known == -1) return false;
  const UrlId twin = urls_.find(url.scheme_twin().key());
  if (twin == 0) return false;
  const UrlId standing = urls_.standing_for(twin);
  if (standing == id || urls_[standing].state != UrlState::kFetched) return false;
  const bool same = urls_[standing].digest == entry.digest;
  known = same ? 1 : -1;
  repository::HostRecord& record = robots_[robots_.id_of(url)].record;
  record.scheme_twin = same ? 1 : -1;
  commit_.batch.hosts.push_back(record);
  if (same) become_alias(id, standing, "scheme twin");
  return same;
}

void Crawl::store_page(Parsing parsing, Document document, std::string digest) {
  const UrlId id = parsing.id;
  UrlTable::Entry& entry = urls_[id];
  RobotsDirectives directives;
  for (const auto& [name, value] : parsing.response.headers) {
    if (name == "x-robots-tag") directives.merge(parse_x_robots_tag(value, specification_.agent.name));
  }
  const bool nofollow = document.nofollow || directives.nofollow;
  const auto [first, is_free] = digests_.try_emplace(entry.digest ^ entry.site, id);
  const bool is_new = is_free || first->second == id;
  const bool again = entry.refreshing;

  repository::PageRecord page;
  page.id = id;
  if (!again) page.order = ++last_order_;
  ++(again ? refreshed_ : fetched_);
  page.fetched_at = parsing.response.started;
  page.http_status = parsing.response.http_status;
  page.etag = clean_utf8(parsing.response.header("etag"));
  page.last_modified = clean_utf8(parsing.response.header("last-modified"));
  page.digest = std::move(digest);
  page.bytes = static_cast<std::int64_t>(parsing.response.body.size());
  page.truncated = parsing.response.truncated;
  Judgement judgement = judge_.judge(document);
  if (status_ != nullptr) {
    judgement.status = status_of(*status_, entry.href, document, judgement.terms);
    page.status = judgement.status;
  }
  page.relevance = judgement.relevance;
  page.relevant = judgement.relevant;
  page.topic = judgement.topic;
  page.duplicate_of = is_new ? 0 : first->second;
  page.noindex = document.noindex || !directives.may_be_indexed(clock_.wall());
  page.nosnippet = document.nosnippet || directives.nosnippet;
  page.noarchive = document.noarchive || directives.noarchive;

  entry.stale = true;
  entry.duplicate_of = page.duplicate_of;
  if (!again) {
    ++site_pages_[entry.site].fetched;
    if (page.relevant) ++relevant_;
    urls_.change(id, UrlState::kFetched);
  }
  if (again) failures_.had_again(id);
  entry.refreshing = false;
  if (!document.refresh.empty()) {
    Link refresh;
    refresh.url = document.refresh;
    refresh.element = Element::kRedirect;
    refresh.anchor = document.title;
    document.links.push_back(std::move(refresh));
  }
  const JudgedPage judged{.id = id,
                          .site = entry.site,
                          .hops = entry.hops,
                          .seed = entry.seed,
                          .judgement = judgement,
                          .document = &document};
  if (again) {
    // The strategy has learned from it already; the next run is told what it says now.
  } else if (is_new) {
    strategy_->page_judged(judged);
  } else {
    strategy_->forget(id);
    mark_stale(urls_.original(id));
  }
  const std::size_t first_link = commit_.batch.links.size();
  follow_links(judged, std::exchange(document.links, {}),
               {.page = id, .hops = entry.hops + 1, .nofollow = nofollow, .copy = !is_new});
  std::vector<Member> members = std::exchange(document.members, {});
  Fetched& fetched = archive(parsing.url, id, std::move(parsing.response));
  fetched.page = commit_.batch.pages.size();
  fetched.first_link = first_link;
  fetched.links = commit_.batch.links.size() - first_link;
  page.document = std::move(document);
  commit_.batch.pages.push_back(std::move(page));
  if (again) {
    take_members_again(id, parsing.url, std::move(members));
  } else {
    take_members(id, parsing.url, std::move(members));
  }
  const std::uint32_t site = urls_[id].site;
  if (is_full(site) && !again) fill_site(site);
}

Fetched& Crawl::archive(const Url& url, UrlId id, FetchResponse response) {
  Fetched fetched;
  fetched.url = url.without_fragment().href();
  if (id != 0) {
    const UrlTable::Entry& entry = urls_[id];
    fetched.url = entry.href;
    fetched.hops = entry.hops;
    if (entry.found_on != 0) fetched.via = urls_[entry.found_on].href;
  }
  commit_.bytes += response.body.size() + response.raw_body.size();
  fetched.response = std::move(response);
  commit_.fetched.push_back(std::move(fetched));
  return commit_.fetched.back();
}

}  // namespace porthole::gatherer
