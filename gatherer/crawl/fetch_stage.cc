#include "gatherer/crawl/fetch_stage.h"

#include <iterator>
#include <utility>

#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

// Where nothing has to be waited for, few pages at once keep both processors busy, and the fewer
// there are the fresher is what the next choice is made on.
constexpr int kPagesAtOnceNear = 8;
constexpr int kPagesAtOnceLive = 64;

}  // namespace

FetchStage::FetchStage(const Parts& parts)
    : parts_(parts), at_once_(parts.rules.options.pages_at_once) {
  if (at_once_ == 0) at_once_ = parts.fetcher.is_patient() ? kPagesAtOnceLive : kPagesAtOnceNear;
}

void FetchStage::queue_due() {
  for (const UrlId id : parts_.fetcher.take_due()) parts_.links.readmit_due(id);
}

std::optional<FetchedPage> FetchStage::issue() {
  while (!found_ && take_offer()) {
  }
  while (!found_ && issue_next()) {
  }
  return std::exchange(found_, std::nullopt);
}

bool FetchStage::may_issue() const {
  const Share* const share = parts_.rules.options.share;
  if (share != nullptr && (!share->may_ask() || share->must_hand_over())) return false;
  return parts_.budget.wants_more() && parts_.budget.under_way() < at_once_ &&
         static_cast<std::int64_t>(parts_.fetcher.under_way()) < at_once_ &&
         (share == nullptr || share->begin_page());
}

// Starts one request, or settles one URL without a request. False when nothing can be done now.
bool FetchStage::issue_next() {
  if (!may_issue()) return false;
  parts_.policies.first.raise();
  parts_.policies.again.raise();
  const std::optional<UrlId> next = parts_.fetcher.next();
  if (!next) return false;
  const UrlId id = *next;
  FetchPolicy& policy = parts_.policies.of(id);
  if (!policy.is_next(id)) return true;
  // A host that sends challenges is asked for some of its URLs, to see whether it still does.
  if (parts_.fetcher.skips(parts_.urls.href(id))) {
    policy.refuse(id, DropReason::kChallenge, "not asked for, since its host refused other URLs",
                  {});
    return true;
  }
  Result<Url> url = Url::parse(parts_.urls.href(id));
  if (!url) {
    policy.refuse(id, DropReason::kInvalidUrl, "", {});
    return true;
  }
  const HostId queue = parts_.urls[id].host;
  const RobotsAccess access = parts_.fetcher.check_robots(*url, queue);
  if (access.state == RobotsAccess::kAsking) return true;
  if (takes_sitemaps() && policy.wants_sitemaps_of(queue))
    parts_.sitemaps.queue_sitemaps_of(access.authority);
  const bool is_settled = refuse(id, access) || policy.is_put_off(id, *url) ||
                          find_in_others(id, *url) || parts_.sitemaps.fetch_next(queue);
  if (!is_settled) fetch(id, std::move(*url), access.authority);
  return true;
}

bool FetchStage::refuse(UrlId id, const RobotsAccess& access) {
  FetchPolicy& policy = parts_.policies.of(id);
  switch (access.state) {
    case RobotsAccess::kDead:
      policy.refuse(id, access.site->dead, access.site->name, {});
      return true;
    case RobotsAccess::kRefused:
      policy.refuse(id, DropReason::kRobots,
                    "line " + std::to_string(access.verdict.line) + ": " + access.verdict.rule, {});
      return true;
    case RobotsAccess::kUnreachable:
      policy.refuse(id, DropReason::kRobotsUnreachable, access.site->rules.reason(),
                    access.site->until);
      return true;
    default:
      return false;
  }
}

void FetchStage::fetch(UrlId id, Url url, AuthorityId authority) {
  PageRequest request{
      .id = id, .queue = parts_.urls[id].host, .authority = authority, .url = std::move(url)};
  parts_.policies.of(id).begin(request);
  parts_.budget.start(id);
  parts_.fetcher.fetch(std::move(request));
}

// No request is made, so that the host is not told to rest.
bool FetchStage::find_in_others(UrlId id, const Url& url) {
  const UrlTable::Entry& entry = parts_.urls[id];
  OtherCollections* const others = parts_.rules.others;
  if (others == nullptr || !is_open(entry)) return false;
  auto answer = others->find(url, parts_.rules.specification.limits.body);
  if (!answer) return false;
  if (entry.state == UrlState::kDropped) parts_.urls.apply(id, UrlEvent::kRaise);
  found_ = FetchedPage{.id = id,
                       .queue = entry.host,
                       .authority = parts_.fetcher.authority_of(url),
                       .url = url,
                       .response = std::move(answer->response),
                       .from = std::move(answer->from)};
  expect(*found_);
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
  const UrlId id = parts_.links.queue(url);
  const UrlTable::Entry& entry = parts_.urls[id];
  if (!is_open(entry) || entry.under_way) return true;
  const RobotsKeeper::Authority& site = parts_.fetcher.authority(parts_.fetcher.authority_of(url));
  if (site.state != RobotsKeeper::State::kKnown || site.until <= parts_.fetcher.now()) return true;
  if (refuse(id, parts_.fetcher.check_robots(url, entry.host))) return true;
  if (parts_.budget.has_room_in(entry.site)) find_in_others(id, url);
  return true;
}

void FetchStage::expect(const FetchedPage& page) {
  parts_.fetcher.erase(page.id);
  PageRequest request{.id = page.id};
  if (page.from.empty()) parts_.policies.of(page.id).begin(request);
  parts_.budget.start(page.id);
}

void FetchStage::apply_robots(UrlId id) {
  const Result<Url> url = Url::parse(parts_.urls.href(id));
  if (!url) return;
  const AuthorityId authority = parts_.fetcher.authority_of(*url);
  if (parts_.fetcher.authority(authority).state != RobotsKeeper::State::kKnown) return;
  const RobotsAccess access = parts_.fetcher.check_robots(*url, parts_.urls[id].host);
  if (access.state == RobotsAccess::kRefused) refuse(id, access);
}

FetchStage::Next FetchStage::answered(const FetchedPage& page) {
  // A part that is not read is left out: a rebuild would take it for the page.
  const bool is_part = outcome_of(page.response) == FetchOutcome::kPart;
  const Next archived = is_part ? Next::kNothing : Next::kArchive;
  if (page.kind == FetchKind::kSitemap) {
    parts_.sitemaps.answered(page);
    return page.response.http_status == kNotModified ? Next::kNothing : archived;
  }
  if (page.kind != FetchKind::kPage) return archived;
  FetchPolicy& policy = parts_.policies.of(page.id);
  const Outcome outcome = policy.outcome_of(page);
  if (outcome.kind == Outcome::kParse) return Next::kParse;
  parts_.budget.end(page.id);
  policy.end(page, outcome);
  return outcome.kind == Outcome::kUnchanged ? Next::kNothing : archived;
}

}  // namespace porthole::gatherer
