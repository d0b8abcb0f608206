#include "gatherer/fetch/robots_keeper.h"

#include <cassert>

namespace porthole::gatherer {
namespace {

constexpr int kStatusUnreachable = -1;

std::string authority_name(const Url& url) {
  return std::string(url.scheme()) + "://" + url.host_and_port();
}

}  // namespace

AuthorityId RobotsKeeper::id_of(const Url& url) {
  const std::string name = authority_name(url);
  const auto [found, is_new] =
      ids_.try_emplace(name, static_cast<AuthorityId>(authorities_.size()));
  if (is_new) {
    Authority& authority = authorities_.emplace_back();
    authority.name = name;
    authority.record.name = name;
    if (!url.is_web() && !asked_schemes_.contains(url.scheme())) {
      authority.state = State::kKnown;
      authority.until = WallTime::max();
    }
  }
  return found->second;
}

void RobotsKeeper::use(Authority& authority, const repository::HostRecord& record) {
  authority.state = State::kKnown;
  authority.until = clock_.wall() + kRobotsLife;
  if (record.robots_status == kStatusUnreachable) {
    authority.rules = Robots::disallow_all("robots.txt unreachable");
  } else if (record.robots_status >= 200 && record.robots_status < 300) {
    authority.rules = Robots::parse(record.robots_text, token_);
  } else {
    authority.rules = Robots::allow_all();
  }
}

void RobotsKeeper::restore(const repository::HostRecord& record) {
  Result<Url> url = Url::parse(record.name + "/");
  if (!url) return;
  Authority& authority = authorities_[id_of(*url)];
  authority.record = record;
  if (record.robots_status > 0 && is_robots_fresh(record.robots_fetched_at, clock_.wall())) {
    use(authority, record);
    authority.until = record.robots_fetched_at + kRobotsLife;
  }
}

void RobotsKeeper::expire(AuthorityId id) {
  Authority& authority = authorities_[id];
  if (authority.state != State::kKnown || authority.until == WallTime::max()) return;
  const auto left = authority.until - clock_.wall();
  if (left > left.zero() && left <= kRobotsLife) return;  // else the clock was put back
  authority.state = State::kUnknown;
  authority.tries = 0;
}

Url RobotsKeeper::ask(AuthorityId id) {
  Authority& authority = authorities_[id];
  assert(authority.state == State::kUnknown);  // not tested: a mistake of the caller
  authority.state = State::kAsking;
  authority.redirects = 0;
  return *Url::parse(authority.name + "/robots.txt");
}

RobotsKeeper::Next RobotsKeeper::answered(AuthorityId id, const FetchResponse& response,
                                          const Url& asked) {
  Authority& authority = authorities_[id];
  Result<Url> location = fail(ErrorCode::kInvalid, "no Location");
  if (const auto to = response.header("location"); !to.empty()) location = Url::parse(to, &asked);
  RobotsOutcome outcome;
  outcome.status = response.broke_off ? FetchStatus::kBroken : response.status;
  outcome.detail = response.detail;
  outcome.http_status = response.http_status;
  outcome.has_location = location && location->is_web();
  outcome.is_html = is_html_without_rules(response.body);
  outcome.redirects = authority.redirects;
  const RobotsAnswer answer = judge_robots_answer(outcome);
  switch (answer.action) {  // not tested: the enum has no other value
    case RobotsAction::kFollow:
      ++authority.redirects;
      return {.follow = location->without_credentials()};
    case RobotsAction::kParse:
    case RobotsAction::kAllowAll:
      authority.record.robots_status = response.http_status;
      authority.record.robots_fetched_at = clock_.wall();
      authority.record.robots_text = answer.action == RobotsAction::kParse
                                         ? response.body.substr(0, kRobotsBytes)
                                         : std::string();
      use(authority, authority.record);
      return {.known = true};
    case RobotsAction::kKeep:
      authority.record.robots_fetched_at = clock_.wall();
      use(authority, authority.record);
      return {.known = true};
    case RobotsAction::kUnreachable:
      break;
  }
  return unreachable(authority, response, asked, answer.reason);
}

RobotsKeeper::Next RobotsKeeper::unreachable(Authority& authority, const FetchResponse& response,
                                             const Url& asked, const std::string& reason) {
  const bool redirected = authority.redirects > 0;
  const bool cannot_be_spoken_to = response.status == FetchStatus::kUnresolvable ||
                                   response.status == FetchStatus::kForbidden ||
                                   response.status == FetchStatus::kTlsFailed;
  const bool is_final = response.status == FetchStatus::kAnswer
                            ? response.http_status / 100 == 2  // a page in its place
                            : !worth_retrying(response.status);
  const bool good_copy = authority.record.robots_status > 0 &&
                         may_robots_stand_in(authority.record.robots_fetched_at, clock_.wall());
  if (cannot_be_spoken_to && !redirected) {
    authority.state = State::kDead;
    authority.dead = reason_of(response.status);
    // A good copy is for the day on which the host is there again.
    if (!good_copy) note_unreachable(authority);
    return {.known = true};
  }
  if (!is_final && ++authority.tries < kTries) {
    authority.state = State::kUnknown;
    return {.retry_in = back_off_ * (1 << (authority.tries - 1))};
  }
  if (good_copy) {
    use(authority, authority.record);
    return {};
  }
  authority.state = State::kKnown;
  authority.until = clock_.wall() + kRobotsLife;
  std::string why = "robots.txt unreachable: ";
  if (redirected) why += "it redirects to " + asked.href() + ": ";
  authority.rules = Robots::disallow_all(why + reason);
  note_unreachable(authority);
  return {.known = true};
}

void RobotsKeeper::note_unreachable(Authority& authority) const {
  authority.record.robots_status = kStatusUnreachable;
  authority.record.robots_fetched_at = clock_.wall();
}

}  // namespace porthole::gatherer
