#include "repository/url_state.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace porthole::repository {
namespace {

constexpr int kFirstHttpStatus = 100;
constexpr int kLastHttpStatus = 999;
constexpr std::string_view kHttp = "http ";
constexpr Returns kNoAnswer = kBySeed | kByRequest;

constexpr std::array kReasons = {
    ReasonInfo{DropReason::kNone, "", kNever},
    ReasonInfo{DropReason::kThreshold, "below threshold", kByRating},
    ReasonInfo{DropReason::kNofollow, "nofollow", kByLink},
    ReasonInfo{DropReason::kHops, "hop limit", kByLink | kByRules},
    ReasonInfo{DropReason::kNoPage, "no page", kByLink | kByRules},
    ReasonInfo{DropReason::kCopy, "linked by copies only", kByLink},
    ReasonInfo{DropReason::kOutOfScope, "out of scope", kByRules},
    ReasonInfo{DropReason::kRejected, "rejected by scope", kByRules},
    ReasonInfo{DropReason::kRuleFailed, "scope rule failed", kByRules},
    ReasonInfo{DropReason::kSiteCap, "site cap", kByRules},
    ReasonInfo{DropReason::kUnreadMember, "member not read", kByPage},
    ReasonInfo{DropReason::kNoSuchMember, "no such member", kNever},
    ReasonInfo{DropReason::kSitemap, "sitemap", kNever},
    ReasonInfo{DropReason::kRemoved, "removed", kNever},
    ReasonInfo{DropReason::kInvalidUrl, "no valid URL", kNever},
    ReasonInfo{DropReason::kUrlTooLong, "URL too long", kNever},
    ReasonInfo{DropReason::kUnknownScheme, "unknown scheme", kNever},
    ReasonInfo{DropReason::kCredentials, "user name in URL", kNever},
    ReasonInfo{DropReason::kPathTooDeep, "path too deep", kNever},
    ReasonInfo{DropReason::kPathRepeats, "path repeats itself", kNever},
    ReasonInfo{DropReason::kClosedToLinks, "closed to links", kNever},
    ReasonInfo{DropReason::kRobots, "robots.txt", kByRequest},
    ReasonInfo{DropReason::kRobotsUnreachable, "robots.txt unreachable", kByTime | kByRequest},
    ReasonInfo{DropReason::kUnresolvable, "unresolvable", kNoAnswer},
    ReasonInfo{DropReason::kForbiddenAddress, "forbidden-address", kNoAnswer},
    ReasonInfo{DropReason::kTls, "tls-failed", kNoAnswer},
    ReasonInfo{DropReason::kConnectFailed, "connect-failed", kNoAnswer},
    ReasonInfo{DropReason::kTimeout, "timeout", kNoAnswer},
    ReasonInfo{DropReason::kBroken, "broken", kNoAnswer},
    ReasonInfo{DropReason::kExhausted, "too-many-open-files", kNoAnswer},
    ReasonInfo{DropReason::kDecodeFailed, "decode-failed", kByRequest},
    ReasonInfo{DropReason::kMalformed, "malformed-answer", kByRequest},
    ReasonInfo{DropReason::kUnsupportedType, "unsupported type", kByRequest},
    ReasonInfo{DropReason::kBadRedirect, "bad redirect", kByRequest},
    ReasonInfo{DropReason::kTooManyRedirects, "too many redirects", kByRequest},
    ReasonInfo{DropReason::kRedirectLoop, "redirect loop", kByRequest},
    ReasonInfo{DropReason::kRedirect, "redirect", kNever},
    ReasonInfo{DropReason::kSchemeTwin, "scheme twin", kNever},
    ReasonInfo{DropReason::kLanguage, "other language", kByRules | kByRequest},
    ReasonInfo{DropReason::kUnreadNoindex, "unsupported type, noindex", kByRequest},
    ReasonInfo{DropReason::kChallenge, "challenge", kByTime | kByRequest},
    ReasonInfo{DropReason::kLoginPage, "login page", kByTime | kByRequest},
    ReasonInfo{DropReason::kOneTextForAll, "one text for all URLs", kByTime | kByRequest},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kReasons.size(); ++i) {
    if (static_cast<std::size_t>(kReasons[i].reason) != i) return false;
  }
  return true;
}
static_assert(is_in_order(), "a reason is found by its number");

constexpr std::array kTransitions = {
    Transition{UrlEvent::kAdmit, UrlState::kNew, 0, UrlState::kQueued},
    Transition{UrlEvent::kDrop, UrlState::kNew, 0, UrlState::kDropped},
    Transition{UrlEvent::kDrop, UrlState::kQueued, 0, UrlState::kDropped},
    Transition{UrlEvent::kTryAgain, UrlState::kQueued, 0, UrlState::kQueued},
    Transition{UrlEvent::kFetch, UrlState::kQueued, 0, UrlState::kFetched},
    Transition{UrlEvent::kMerge, UrlState::kQueued, 0, UrlState::kAlias},
    Transition{UrlEvent::kRemove, UrlState::kQueued, 0, UrlState::kDropped},
    Transition{UrlEvent::kRemove, UrlState::kFetched, 0, UrlState::kDropped},
    Transition{UrlEvent::kRemove, UrlState::kAlias, 0, UrlState::kDropped},
    Transition{UrlEvent::kRaise, UrlState::kDropped, kByRating, UrlState::kQueued},
    Transition{UrlEvent::kFollow, UrlState::kDropped, kByLink, UrlState::kQueued},
    Transition{UrlEvent::kReadmit, UrlState::kDropped, kByRules | kByTime, UrlState::kQueued},
    Transition{UrlEvent::kDue, UrlState::kDropped, kByTime, UrlState::kQueued},
    Transition{UrlEvent::kReseed, UrlState::kDropped, kBySeed, UrlState::kQueued},
    Transition{UrlEvent::kRequest, UrlState::kDropped, kByRequest, UrlState::kQueued},
    Transition{UrlEvent::kFetch, UrlState::kDropped, kByPage, UrlState::kFetched},
    Transition{UrlEvent::kDrop, UrlState::kDropped,
               kByRating | kByLink | kByRules | kByTime | kByPage, UrlState::kDropped},
    Transition{UrlEvent::kRemove, UrlState::kDropped, kAnyReturn, UrlState::kDropped},
};

bool keeps_reason(const Transition& transition) {
  return transition.to == UrlState::kDropped || transition.to == UrlState::kAlias ||
         transition.event == UrlEvent::kTryAgain;
}

}  // namespace

DropReason http_reason(int status) {
  const bool is_status = status >= kFirstHttpStatus && status <= kLastHttpStatus;
  return is_status ? static_cast<DropReason>(status) : DropReason::kMalformed;
}

int http_status_of(DropReason reason) {
  const int number = static_cast<int>(reason);
  return number >= kFirstHttpStatus && number <= kLastHttpStatus ? number : 0;
}

std::string_view name_of(UrlState state) {
  switch (state) {
    case UrlState::kQueued:
      return "queued";
    case UrlState::kFetched:
      return "fetched";
    case UrlState::kAlias:
      return "alias";
    case UrlState::kDropped:
      return "dropped";
    case UrlState::kNew:
      return "new";
  }
  return "unknown";
}

std::string name_of(DropReason reason) {
  const auto number = static_cast<std::size_t>(reason);
  if (number < kReasons.size()) return std::string(kReasons[number].name);
  const bool is_http = http_status_of(reason) != 0;
  return (is_http ? std::string(kHttp) : std::string("reason ")) + std::to_string(number);
}

std::optional<DropReason> reason_named(std::string_view name) {
  const auto found = std::find_if(kReasons.begin() + 1, kReasons.end(),
                                  [&](const ReasonInfo& reason) { return reason.name == name; });
  if (found != kReasons.end()) return found->reason;
  if (!name.starts_with(kHttp)) return std::nullopt;
  const std::string_view digits = name.substr(kHttp.size());
  int status = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), status);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  const auto reason = static_cast<DropReason>(status);
  if (!is_number || status > kLastHttpStatus || http_status_of(reason) == 0) return std::nullopt;
  return reason;
}

Returns returns_of(DropReason reason) {
  if (http_status_of(reason) != 0) return kByRequest;
  const auto number = static_cast<std::size_t>(reason);
  return number < kReasons.size() ? kReasons[number].returns : Returns{kNever};
}

std::string_view name_of(UrlEvent event) {
  switch (event) {
    case UrlEvent::kAdmit:
      return "admit";
    case UrlEvent::kDrop:
      return "drop";
    case UrlEvent::kTryAgain:
      return "try again";
    case UrlEvent::kFetch:
      return "fetch";
    case UrlEvent::kMerge:
      return "merge";
    case UrlEvent::kRaise:
      return "raise";
    case UrlEvent::kFollow:
      return "follow";
    case UrlEvent::kReadmit:
      return "readmit";
    case UrlEvent::kDue:
      return "due";
    case UrlEvent::kReseed:
      return "reseed";
    case UrlEvent::kRequest:
      return "request";
    case UrlEvent::kRemove:
      return "remove";
  }
  return "unknown";
}

std::span<const Transition> transitions() { return kTransitions; }

std::optional<UrlStatus> after(UrlStatus now, UrlEvent event, DropReason reason) {
  for (const Transition& transition : kTransitions) {
    if (transition.event != event || transition.from != now.state) continue;
    if (now.state == UrlState::kDropped && (transition.returns & returns_of(now.reason)) == 0) {
      continue;
    }
    if (event == UrlEvent::kRemove) return UrlStatus{transition.to, DropReason::kRemoved};
    return UrlStatus{transition.to, keeps_reason(transition) ? reason : DropReason::kNone};
  }
  return std::nullopt;
}

std::span<const ReasonInfo> reasons() { return kReasons; }

}  // namespace porthole::repository
