#pragma once

/// Controls the crawl of a collection as a child process of the console.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/job: what runs, or ran last; and who crawls beside the console.
Result<http::Response> show_job(const Call& call);

/// POST /api/v1/job {"action": "start", "work": "gather", "more": 500, "minutes": 10}, {"action":
/// "pause"} (also a stop), {"action": "resume"}. Errors: kBusy for a second start, and for a pause
/// of nothing.
Result<http::Response> change_job(const Call& call);

}  // namespace porthole::console
