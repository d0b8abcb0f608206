#include "gatherer/crawl/fetch_policy.h"

#include <utility>

#include "base/text/text.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

// The URL is the same page as another, or its site is full until the pages under way have ended.
bool FirstFetch::is_put_off(UrlId id, const Url& url) {
  const UrlTable::Entry& entry = parts_.urls[id];
  if (const UrlId twin = parts_.links.scheme_twin_of(id, url); twin != 0) {
    parts_.queue.become_alias(id, twin, DropReason::kSchemeTwin);
    return true;
  }
  if (parts_.budget.has_room_in(entry.site)) return false;
  parts_.fetcher.pass_over(entry.host);
  return true;
}

// Nothing of a host is fetched while its robots.txt cannot be had (RFC 9309 2.3.1.4).
void FirstFetch::refuse(UrlId id, DropReason reason, std::string detail, WallTime until) {
  if (reason == DropReason::kChallenge) return parts_.queue.turn_away(id, false, std::move(detail));
  if (reason != DropReason::kRobotsUnreachable)
    return parts_.queue.drop(id, reason, std::move(detail));
  parts_.fetcher.hold(id, until);
  parts_.urls.rest_until(id, until);
  parts_.urls.apply(id, UrlEvent::kDrop, reason, std::move(detail));
}

Outcome FirstFetch::outcome_of(const FetchedPage& answer) const {
  return outcome_of_answer(answer, parts_.urls[answer.id].tries >= kFetchTries);
}

void FirstFetch::end(const FetchedPage& page, const Outcome& outcome) {
  if (outcome.kind == Outcome::kRedirect) {
    const Outcome led = redirected(page);
    if (led.kind == Outcome::kDropped) end(page, led);
    return;
  }
  parts_.budget.failed(page);
  if (outcome.kind == Outcome::kTurnedAway) {
    parts_.queue.turn_away(page.id, true, outcome.detail);
  } else if (outcome.kind == Outcome::kFailed) {
    parts_.queue.fetch_failed(page, outcome.reason, outcome.detail);
  } else {
    parts_.queue.drop(page.id, outcome.reason, outcome.detail);
  }
}

// Each hop is a URL of its own: it passes scope, robots.txt and politeness like any other.
Outcome FirstFetch::redirected(const FetchedPage& page) {
  constexpr std::size_t kMostOfLocation = 200;  // of a bad redirect, for people
  const Result<Url> target = redirect_target(page);
  if (!target) {
    const std::string location = without_credentials(clean_utf8(page.response.header("location")));
    return {Outcome::kDropped, DropReason::kBadRedirect, shortened(location, kMostOfLocation)};
  }
  if (parts_.links.is_closed_to(*target, page.url.href()))
    return {Outcome::kDropped, DropReason::kClosedToLinks, target->href()};
  const UrlTable::Entry& from = parts_.urls[page.id];
  if (from.redirects + 1 > parts_.rules.specification.limits.redirects)
    return {Outcome::kDropped, DropReason::kTooManyRedirects, target->href()};
  const LinkOrigin origin{
      .page = from.found_on, .hops = from.hops, .redirects = from.redirects + 1, .seed = from.seed};
  const UrlId standing = parts_.urls.standing_for(parts_.links.admit(*target, origin));
  if (standing == page.id) return {Outcome::kDropped, DropReason::kRedirectLoop, target->href()};
  parts_.queue.become_alias(page.id, standing, DropReason::kRedirect);
  return {Outcome::kRedirect};
}

}  // namespace porthole::gatherer
