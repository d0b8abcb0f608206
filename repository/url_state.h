#pragma once

/// The state machine of a URL: its states, the reasons for them, and every transition between them.
///
/// In:  a state with its reason, and an event.
/// Out: the state that follows; nothing if the event does not apply to the state.
///
/// State and reason are stored as numbers: a number keeps its meaning. The names are for people and
/// are written here alone. docs/url_states.md has the drawing and the list of reasons.
///
/// Thread safety: const data and pure functions.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace porthole::repository {

/// In flight is not a state: after a crash such a URL is still queued.
enum class UrlState : std::uint8_t {
  kQueued = 0,   ///< Waits to be fetched.
  kFetched = 1,  ///< Is a page of the collection.
  kAlias = 2,    ///< Another name of the URL in UrlRecord::alias_of.
  kDropped = 3,  ///< Is not fetched, for UrlRecord::reason.
  kNew = 255,    ///< Not known yet. Never stored.
};

/// Why a URL was dropped. For a queued URL: why its last attempt failed; for an alias: how it came
/// to be one. HTTP statuses are reasons by themselves (http_reason()): 404 is "http 404".
enum class DropReason : std::uint16_t {
  kNone = 0,
  kThreshold = 1,           ///< The strategy rates it too low.
  kNofollow = 2,            ///< Only nofollow links lead to it.
  kHops = 3,                ///< It is too far from the seeds.
  kNoPage = 4,              ///< It is only embedded as an image.
  kCopy = 5,                ///< Only duplicates of other pages link to it.
  kOutOfScope = 6,          ///< No scope rule matches.
  kRejected = 7,            ///< A scope rule rejects it.
  kRuleFailed = 8,          ///< A scope rule of a plug-in failed.
  kSiteCap = 9,             ///< Its site has as many pages as it may have.
  kUnreadMember = 10,       ///< Member of a page that was not parsed for its members.
  kNoSuchMember = 11,       ///< Its page has no such member any more.
  kSitemap = 12,            ///< It was read as a sitemap.
  kRemoved = 13,            ///< `porthole remove` took it out.
  kInvalidUrl = 14,         ///< It is not a valid URL.
  kUrlTooLong = 15,         ///< It is longer than kMaxUrlBytes.
  kUnknownScheme = 16,      ///< No protocol for its scheme.
  kCredentials = 17,        ///< It has a user name or a password.
  kPathTooDeep = 18,        ///< Its path has too many segments.
  kPathRepeats = 19,        ///< Its path repeats itself, as in a crawler trap.
  kClosedToLinks = 20,      ///< A page of another scheme may not link to it.
  kRobots = 21,             ///< robots.txt forbids it.
  kRobotsUnreachable = 22,  ///< robots.txt cannot be had.
  kUnresolvable = 23,       ///< Its host has no address.
  kForbiddenAddress = 24,   ///< Its address may not be connected to.
  kTls = 25,                ///< Its server's certificate or handshake is not valid.
  kConnectFailed = 26,      ///< No connection, at any try.
  kTimeout = 27,            ///< No answer in time, at any try.
  kBroken = 28,             ///< No complete answer, at any try.
  kExhausted = 29,          ///< This process had no file descriptors left.
  kDecodeFailed = 30,       ///< The content encoding of its answer cannot be read.
  kMalformed = 31,          ///< Its answer is not valid HTTP.
  kUnsupportedType = 32,    ///< No plug-in reads its media type.
  kBadRedirect = 33,        ///< It redirects to no valid URL.
  kTooManyRedirects = 34,   ///< It is at the end of a chain of redirects that is too long.
  kRedirectLoop = 35,       ///< It redirects to itself, or in a circle.
  kRedirect = 36,           ///< Alias: it redirects.
  kSchemeTwin = 37,         ///< Alias: http and https show the same page.
  kLanguage = 38,           ///< It is in a language that the scope does not accept.
  kUnreadNoindex = 39,      ///< No plug-in reads its media type, and it asks not to be indexed.
  kChallenge = 40,          ///< Its server asks whether a person is there, or turns robots away.
  kLoginPage = 41,          ///< Its server asks for a login, where it gave a page before.
  kOneTextForAll = 42,      ///< It has the text that other URLs of its host have now, too.
};

/// The reason for an HTTP status: its number. kMalformed for a number that is not a status.
DropReason http_reason(int status);
/// The HTTP status of a reason that is one; 0 for others.
int http_status_of(DropReason reason);

/// "queued", "fetched", "alias", "dropped"; "unknown" for a number without a name.
std::string_view name_of(UrlState state);
/// "below threshold", "http 404"; "" for kNone, and "reason 99" for a number without a name.
std::string name_of(DropReason reason);
/// The reason with this name; empty if there is none.
std::optional<DropReason> reason_named(std::string_view name);

/// The events after which a dropped URL may come back. A reason has some of them, or none.
enum Return : std::uint8_t {
  kNever = 1 << 0,
  kByRating = 1 << 1,   ///< The strategy rates it higher.
  kByLink = 1 << 2,     ///< A link that may be followed, on a path that is short enough.
  kByRules = 1 << 3,    ///< The specification was changed.
  kByTime = 1 << 4,     ///< UrlRecord::not_before has passed.
  kByPage = 1 << 5,     ///< Its page is parsed for its members again.
  kBySeed = 1 << 6,     ///< It is a seed: each run tries it again.
  kByRequest = 1 << 7,  ///< Somebody asks for it: gather --retry, seeds add.
};
using Returns = std::uint8_t;  ///< Values of Return, joined by |.
inline constexpr Returns kAnyReturn = 0xFF;

/// kNever for kNone and for unknown numbers.
Returns returns_of(DropReason reason);
/// An attempt to fetch it failed: another attempt may succeed.
inline bool is_failed_fetch(DropReason reason) { return (returns_of(reason) & kByRequest) != 0; }
/// The answer stands in the place of a page, and says nothing of the page.
constexpr bool is_withheld(DropReason reason) {
  return reason == DropReason::kChallenge || reason == DropReason::kLoginPage ||
         reason == DropReason::kOneTextForAll;
}
/// The scope of the specification keeps it out.
constexpr bool is_out_of_scope(DropReason reason) {
  return reason == DropReason::kOutOfScope || reason == DropReason::kRejected ||
         reason == DropReason::kRuleFailed;
}

enum class UrlEvent : std::uint8_t {
  kAdmit,     ///< A seed, a link or a sitemap names it, and nothing keeps it out.
  kDrop,      ///< A rule, a limit or a failed fetch keeps it out, for a reason.
  kTryAgain,  ///< An attempt failed, for a reason, and there is another one.
  kFetch,     ///< It was fetched and parsed.
  kMerge,     ///< It proved to be another name of a known URL.
  kRaise,     ///< The strategy rates it high enough.
  kFollow,    ///< A link that may be followed leads to it.
  kReadmit,   ///< The rules of today let it in.
  kDue,       ///< It has waited long enough.
  kReseed,    ///< A run begins, and it is a seed.
  kRequest,   ///< Somebody asks for it.
  kRemove,    ///< `porthole remove` takes it out.
};
std::string_view name_of(UrlEvent event);

struct UrlStatus {
  UrlState state = UrlState::kNew;
  DropReason reason = DropReason::kNone;
  bool operator==(const UrlStatus&) const = default;
};

struct Transition {
  UrlEvent event;
  UrlState from;
  Returns returns;  ///< For kDropped: only from reasons with one of these.
  UrlState to;
};
/// All transitions.
std::span<const Transition> transitions();

/// The status after `event`. `reason` is kept if the URL is then dropped, an alias, or tries again;
/// kRemove has a reason of its own. Empty if the event does not apply to `now`.
std::optional<UrlStatus> after(UrlStatus now, UrlEvent event,
                               DropReason reason = DropReason::kNone);
inline bool applies(UrlStatus now, UrlEvent event) { return after(now, event).has_value(); }

/// All reasons but the HTTP statuses, by number.
struct ReasonInfo {
  DropReason reason;
  std::string_view name;
  Returns returns;
};
std::span<const ReasonInfo> reasons();

}  // namespace porthole::repository
