#pragma once

/// GET /api/v1/explain?url=: why a URL was fetched, when it would be, or why it never will, and the
/// words that made its relevance (gatherer/report/explanation.h).
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

Result<http::Response> explain(const Call& call);

}  // namespace porthole::console
