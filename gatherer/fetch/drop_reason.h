#pragma once

/// The reason for dropping a URL whose request did not bring a page.
///
/// In:  the outcome of a request.
/// Out: its DropReason (repository/url_state.h).
///
/// Thread safety: pure functions.

#include "gatherer/fetch/fetcher.h"
#include "repository/url_state.h"

namespace porthole::gatherer {

using repository::DropReason;
using repository::name_of;

/// The reason for a request that ended without a response, or with an unreadable one.
DropReason reason_of(FetchStatus status);
/// The reason for any response that is not a page.
DropReason reason_of(const FetchResponse& response);

/// The owner of the site took the page away, or keeps robots from it: no failure.
bool is_taken_away(DropReason reason);

}  // namespace porthole::gatherer
