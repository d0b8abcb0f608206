#include "gatherer/crawl/fetch_stage.h"

#include <iterator>
#include <utility>

#include "base/text/text.h"
#include "gatherer/fetch/drop_reason.h"
#include "gatherer/fetch/http_status.h"
#include "gatherer/fetch/limits.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

// Where nothing has to be waited for, few pages at once keep both processors busy, and the fewer
// there are the fresher is what the next choice is made on.
constexpr int kPagesAtOnceNear = 8;
constexpr int kPagesAtOnceLive = 64;
constexpr std::size_t kMostOfLocation = 200;  // of a bad redirect, for people

}  // namespace

FetchStage::FetchStage(const Parts& parts, bool takes_sitemaps, int at_once)
    : parts_(parts),
      takes_sitemaps_(takes_sitemaps),
      at_once_(at_once > 0                  ? at_once
               : parts.fetcher.is_patient() ? kPagesAtOnceLive
                                            : kPagesAtOnceNear) {}

void FetchStage::issue() {
  queue_due();
  while (take_offer()) {
  }
  while (issue_next()) {
  }
}

void FetchStage::queue_due() {
  for (const UrlId id : parts_.fetcher.take_due()) {
    parts_.links.readmit_due(id);
    parts_.queue.enqueue_if_open(id);
  }
}

bool FetchStage::may_issue() const {
  const Share* const share = parts_.share;
  if (share != nullptr && (!share->may_ask() || share->must_hand_over())) return false;
  return parts_.budget.wants_more() && parts_.budget.under_way() < at_once_ &&
         static_cast<std::int64_t>(parts_.fetcher.under_way()) < at_once_ &&
         (share == nullptr || share->begin_page());
}

// Starts one request, or settles one URL without a request. False when nothing can be done now.
bool FetchStage::issue_next() {
  if (!may_issue()) return false;
  parts_.queue.raise();
  parts_.recrawl.apply_claims();
  const std::optional<UrlId> next = parts_.fetcher.next();
  if (!next) return false;
  const UrlId id = *next;
  const UrlTable::Entry& entry = parts_.urls[id];
  if (!entry.refreshing && !parts_.queue.keeps_its_place(id)) return true;
  if (is_turned_away(id)) return true;
  Result<Url> url = Url::parse(parts_.urls.href(id));
  if (!url) {
    give_up(id, DropReason::kInvalidUrl, "");
    return true;
  }
  const HostId queue = entry.host;
  const RobotsAccess access = parts_.fetcher.check_robots(*url, queue);
  if (access.state == RobotsAccess::kAsking) return true;
  const bool wants_sitemaps =
      takes_sitemaps_ && (!entry.refreshing || parts_.recrawl.values().pages_of(queue) > 0);
  if (wants_sitemaps) parts_.sitemaps.queue_sitemaps_of(access.authority);
  const bool is_settled = refuse(id, access) || is_put_off(id, *url) || find_in_others(id, *url) ||
                          parts_.sitemaps.fetch_next(queue);
  if (!is_settled) fetch(id, std::move(*url), access.authority);
  return true;
}

// A host that sends challenges is asked for some of its URLs, to see whether it still does.
bool FetchStage::is_turned_away(UrlId id) {
  const UrlTable::Entry& entry = parts_.urls[id];
  if (!parts_.fetcher.skips(parts_.urls.href(id))) return false;
  if (entry.refreshing) {
    parts_.recrawl.leave_out(id);
  } else {
    parts_.queue.turn_away(id, false, "not asked for, since its host refused other URLs");
  }
  return true;
}

bool FetchStage::refuse(UrlId id, const RobotsAccess& access) {
  switch (access.state) {
    case RobotsAccess::kDead:
      give_up(id, access.site->dead, access.site->name);
      return true;
    case RobotsAccess::kRefused:
      give_up(id, DropReason::kRobots,
              "line " + std::to_string(access.verdict.line) + ": " + access.verdict.rule);
      return true;
    case RobotsAccess::kUnreachable:
      hold(id, *access.site);
      return true;
    default:
      return false;
  }
}

// Nothing of a host is fetched while its robots.txt cannot be had (RFC 9309 2.3.1.4).
void FetchStage::hold(UrlId id, const RobotsKeeper::Authority& site) {
  if (parts_.urls[id].refreshing)
    return parts_.recrawl.failed(id, DropReason::kRobotsUnreachable, false);
  parts_.fetcher.hold(id, site.until);
  parts_.urls.rest_until(id, site.until);
  parts_.urls.apply(id, UrlEvent::kDrop, DropReason::kRobotsUnreachable, site.rules.reason());
}

// The URL is the same page as another, or its site is full until the pages under way have ended.
bool FetchStage::is_put_off(UrlId id, const Url& url) {
  const UrlTable::Entry& entry = parts_.urls[id];
  if (entry.refreshing) return false;
  if (const UrlId twin = parts_.links.scheme_twin_of(id, url); twin != 0) {
    parts_.queue.become_alias(id, twin, DropReason::kSchemeTwin);
    return true;
  }
  if (parts_.budget.has_room_in(entry.site)) return false;
  parts_.fetcher.pass_over(entry.host);
  return true;
}

// The tries of a page are those of its first fetch.
void FetchStage::fetch(UrlId id, Url url, AuthorityId authority) {
  if (!parts_.urls[id].refreshing) parts_.urls.count_try(id);
  parts_.budget.start(id);
  PageRequest request{
      .id = id, .queue = parts_.urls[id].host, .authority = authority, .url = std::move(url)};
  parts_.recrawl.add_conditions(request);
  parts_.fetcher.fetch(std::move(request));
}

// No request is made, so that the host is not told to rest.
bool FetchStage::find_in_others(UrlId id, const Url& url) {
  if (parts_.others == nullptr || parts_.urls[id].refreshing) return false;
  auto answer = parts_.others->find(url, parts_.specification.limits.body);
  if (!answer) return false;
  const UrlTable::Entry& entry = parts_.urls[id];
  if (entry.state == UrlState::kDropped) parts_.urls.apply(id, UrlEvent::kRaise);
  replay({.id = id,
          .queue = entry.host,
          .authority = parts_.fetcher.authority_of(url),
          .url = url,
          .response = std::move(answer->response),
          .from = std::move(answer->from)});
  return true;
}

void FetchStage::take_from_others(std::vector<Url> urls) {
  offers_.insert(offers_.end(), std::make_move_iterator(urls.begin()),
                 std::make_move_iterator(urls.end()));
}

// Where robots.txt is not known, the URL waits for its host as any other does.
bool FetchStage::take_offer() {
  if (offers_.empty() || !may_issue()) return false;
  const Url url = std::move(offers_.front());
  offers_.pop_front();
  const UrlId id = parts_.urls.standing_for(parts_.links.admit(url, {.hops = 1}));
  const UrlTable::Entry& entry = parts_.urls[id];
  if (!is_open(entry) || entry.under_way) return true;
  parts_.queue.enqueue(id);
  const RobotsKeeper::Authority& site = parts_.fetcher.authority(parts_.fetcher.authority_of(url));
  if (site.state != RobotsKeeper::State::kKnown || site.until <= parts_.clock.wall()) return true;
  if (refuse(id, parts_.fetcher.check_robots(url, entry.host))) return true;
  if (parts_.budget.has_room_in(entry.site)) find_in_others(id, url);
  return true;
}

void FetchStage::replay(FetchedPage page) {
  parts_.fetcher.erase(page.id);
  if (page.from.empty() && !parts_.urls[page.id].refreshing) parts_.urls.count_try(page.id);
  parts_.budget.start(page.id);
  take(std::move(page));
}

void FetchStage::apply_robots(UrlId id) {
  const Result<Url> url = Url::parse(parts_.urls.href(id));
  if (!url) return;
  const AuthorityId authority = parts_.fetcher.authority_of(*url);
  if (parts_.fetcher.authority(authority).state != RobotsKeeper::State::kKnown) return;
  const RobotsAccess access = parts_.fetcher.check_robots(*url, parts_.urls[id].host);
  if (access.state == RobotsAccess::kRefused) refuse(id, access);
}

void FetchStage::give_up(UrlId id, DropReason reason, std::string detail) {
  if (parts_.urls[id].refreshing) return parts_.recrawl.failed(id, reason, false);
  parts_.queue.drop(id, reason, std::move(detail));
}

void FetchStage::answered(FetchedPage page) {
  parts_.budget.asked(page.kind);
  take(std::move(page));
}

void FetchStage::take(FetchedPage page) {
  if (page.response.status == FetchStatus::kAnswer && !page.url.host().empty()) {
    parts_.recrawl.heard_a_server();
  }
  if (page.kind == FetchKind::kPage) return page_answered(std::move(page));
  if (page.kind == FetchKind::kSitemap) {
    parts_.sitemaps.answered(page);
    if (page.response.http_status == kNotModified) return;  // The archive has it.
  }
  archive(std::move(page));
}

/// A part that is not read is left out: a rebuild would take it for the page.
void FetchStage::archive(FetchedPage page) {
  if (outcome_of(page.response) != FetchOutcome::kPart) parts_.commits.archive(std::move(page));
}

void FetchStage::page_answered(FetchedPage page) {
  const FetchOutcome outcome = outcome_of(page.response);
  const bool refreshing = parts_.urls[page.id].refreshing;
  // A part of a page is read at the last try, and does not replace the whole of it.
  const bool reads_part = !refreshing && parts_.urls[page.id].tries >= kTries;
  if (outcome == FetchOutcome::kDocument || (outcome == FetchOutcome::kPart && reads_part))
    return parts_.parser.put(std::move(page));
  parts_.budget.end(page.id);
  const std::optional<StandIn> stand_in = stand_in_of(page.response);
  if (refreshing) return refresh_answered(std::move(page), stand_in);
  if (outcome == FetchOutcome::kRedirect) {
    redirected(page);
  } else if (stand_in) {
    parts_.budget.failed(page);
    parts_.queue.turn_away(page.id, true, stand_in->detail);
  } else {
    parts_.budget.failed(page);
    parts_.queue.fetch_failed(page, reason_of(page.response), page.response.detail);
  }
  archive(std::move(page));
}

// A page that is fetched again stays as it was. Where it redirects to is a URL like any other,
// which the next run fetches.
void FetchStage::refresh_answered(FetchedPage page, const std::optional<StandIn>& stand_in) {
  if (parts_.recrawl.is_unchanged(page)) {
    return parts_.recrawl.keep_unchanged(page.id, page.response.started);
  }
  const bool is_redirect = outcome_of(page.response) == FetchOutcome::kRedirect;
  const std::optional<StandIn> told = is_redirect ? follow_for_next_run(page) : stand_in;
  if (!is_redirect || told) parts_.budget.failed(page);
  const bool is_answer = page.response.status == FetchStatus::kAnswer;
  const DropReason reason = told ? told->reason : reason_of(page.response);
  if (!told && has_moved(page)) {
    parts_.recrawl.moved(page.id, reason);
  } else {
    parts_.recrawl.failed(page.id, reason, is_answer);
  }
  archive(std::move(page));
}

/// Its server says where it is from now on, and what is there is stored as a copy of it.
bool FetchStage::has_moved(const FetchedPage& page) const {
  const int status = page.response.http_status;
  if (status != 301 && status != 308) return false;
  const Result<Url> target = redirect_target(page);
  const UrlId known = target ? parts_.urls.find(target->key()) : 0;
  return known != 0 && parts_.urls[parts_.urls.standing_for(known)].duplicate_of == page.id;
}

// Not to where a person is asked to log in or to solve a challenge, which is told.
std::optional<StandIn> FetchStage::follow_for_next_run(const FetchedPage& page) {
  const Result<Url> target = redirect_target(page);
  if (!target) return std::nullopt;
  if (std::optional<StandIn> told = stand_in_at(*target)) return told;
  const UrlTable::Entry& from = parts_.urls[page.id];
  if (!parts_.links.is_closed_to(*target, page.url.href()))
    parts_.links.admit(*target, {.page = from.found_on, .hops = from.hops, .redirects = 1});
  return std::nullopt;
}

// Each hop is a URL of its own: it passes scope, robots.txt and politeness like any other.
void FetchStage::redirected(const FetchedPage& page) {
  const UrlId id = page.id;
  const auto drop = [&](DropReason reason, std::string detail) {
    parts_.budget.failed(page);
    parts_.queue.drop(id, reason, std::move(detail));
  };
  const Result<Url> target = redirect_target(page);
  if (!target) {
    const std::string location = without_credentials(clean_utf8(page.response.header("location")));
    return drop(DropReason::kBadRedirect, shortened(location, kMostOfLocation));
  }
  if (parts_.links.is_closed_to(*target, page.url.href())) {
    return drop(DropReason::kClosedToLinks, target->href());
  }
  const UrlTable::Entry& from = parts_.urls[id];
  if (from.redirects + 1 > parts_.specification.limits.redirects) {
    return drop(DropReason::kTooManyRedirects, target->href());
  }
  const LinkOrigin origin{
      .page = from.found_on, .hops = from.hops, .redirects = from.redirects + 1, .seed = from.seed};
  const UrlId standing = parts_.urls.standing_for(parts_.links.admit(*target, origin));
  if (standing == id) {
    drop(DropReason::kRedirectLoop, target->href());
  } else {
    parts_.queue.become_alias(id, standing, DropReason::kRedirect);
  }
}

}  // namespace porthole::gatherer
