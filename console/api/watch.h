#pragma once

/// Watches a crawl by its repository, whatever process it runs in.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/watch: counts, states and reasons, the last run, the frontier by priority, hosts,
/// terms, the estimate of recall, the job. Kept for two seconds or longer (KeptAnswer).
Result<http::Response> watch(const Call& call);

/// GET /api/v1/events: the pages fetched since Last-Event-ID (a place in the crawl), as server-sent
/// events: `pages` with [[order, time, relevance, relevant], ...], each with the last order as id.
/// At most 5,000 pages; the answer ends then, and the browser asks again after a second with the
/// last id (HTML standard, section 9.2), so that no thread waits for a crawl.
Result<http::Response> stream_pages(const Call& call);

/// GET /api/v1/dot?order=: the page at a place in the crawl. Errors: kNotFound.
Result<http::Response> page_of_dot(const Call& call);

}  // namespace porthole::console
