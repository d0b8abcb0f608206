#pragma once

/// DropReason: why a URL was dropped or is held back, as a code for the program and as text for
/// people.
///
/// Thread safety: const data and pure functions.

#include <string>

#include "gatherer/fetch/fetcher.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::Held;

struct DropReason {
  Held held = Held::kNo;
  std::string words;
};

inline const DropReason kReasonThreshold{Held::kThreshold, "below threshold"};
inline const DropReason kReasonNofollow{Held::kNofollow, "nofollow"};
inline const DropReason kReasonHops{Held::kHops, "hop limit"};
inline const DropReason kReasonNoPage{Held::kNoPage, "no page"};
inline const DropReason kReasonSitemap{Held::kSitemap, "sitemap"};
inline const DropReason kReasonSiteCap{Held::kSiteCap, "site cap"};
inline const DropReason kReasonUnread{Held::kUnread, "member not read"};
inline const DropReason kReasonCopy{Held::kCopy, "linked by copies only"};
inline const DropReason kReasonRobots{Held::kRobots, "robots.txt"};
inline const DropReason kReasonUnreachable{Held::kUnreachable, "robots.txt unreachable"};

/// The reason for a request that ended without a response, or with an unreadable one.
DropReason reason_of(FetchStatus status);
/// The reason for a response that is not a page: "http 404".
DropReason reason_of_http(int status);
/// The reason for any response that is not a page.
DropReason reason_of(const FetchResponse& response);

}  // namespace porthole::gatherer
