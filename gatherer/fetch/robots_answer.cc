#include "gatherer/fetch/robots_answer.h"

#include "base/text/text.h"
#include "gatherer/fetch/http_status.h"

namespace porthole::gatherer {
namespace {

constexpr int kTooManyRequests = 429;
constexpr int kAccepted = 202;

RobotsAnswer judge_redirect(const RobotsOutcome& outcome, std::string reason) {
  if (outcome.http_status == kNotModified) return {RobotsAction::kKeep, std::move(reason)};
  if (!outcome.has_location) return {RobotsAction::kAllowAll, reason + " without a Location"};
  if (outcome.redirects < kRobotsRedirects) return {RobotsAction::kFollow, std::move(reason)};
  return {RobotsAction::kAllowAll, "more than " + std::to_string(kRobotsRedirects) + " redirects"};
}

bool is_within(WallTime fetched, WallTime now, std::chrono::seconds life) {
  return now >= fetched && now - fetched < life;
}

}  // namespace

RobotsAnswer judge_robots_answer(const RobotsOutcome& outcome) {
  if (outcome.status != FetchStatus::kAnswer) {
    return {RobotsAction::kUnreachable, outcome.detail.empty() ? "no answer" : outcome.detail};
  }
  const std::string reason = "HTTP " + std::to_string(outcome.http_status);
  if (outcome.http_status == kTooManyRequests) return {RobotsAction::kUnreachable, reason};
  if (outcome.http_status == kAccepted) return {RobotsAction::kUnreachable, reason};
  switch (outcome.http_status / 100) {
    case 2:
      if (outcome.is_html) return {RobotsAction::kUnreachable, "it is an HTML page"};
      return {RobotsAction::kParse, reason};
    case 3:
      return judge_redirect(outcome, reason);
    case 4:
      return {RobotsAction::kAllowAll, reason};
    default:
      return {RobotsAction::kUnreachable, reason};
  }
}

bool is_html_without_rules(std::string_view body) {
  constexpr std::size_t kSearched = 64 << 10;
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (body.starts_with(kMark)) body.remove_prefix(kMark.size());
  const std::string text = ascii_lower(trim(body.substr(0, kSearched)));
  if (text.size() < 2 || text[0] != '<') return false;
  const bool is_tag = text[1] == '!' || (text[1] >= 'a' && text[1] <= 'z');
  return is_tag && text.find("\nuser-agent") == std::string::npos;
}

bool is_robots_fresh(WallTime fetched, WallTime now) {
  return is_within(fetched, now, kRobotsLife);
}

bool may_robots_stand_in(WallTime fetched, WallTime now) {
  return is_within(fetched, now, kRobotsLastGoodLife);
}

}  // namespace porthole::gatherer
