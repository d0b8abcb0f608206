#pragma once

/// The map of sites: who links to whom.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/sites: the 40 sites with most authority (before `distill`, with most relevant pages)
/// as [site, topic of most of its pages, pages, relevant pages, authority], and up to 200 links
/// between them, the most frequent first, as [from, to, links], by their places in the list.
/// Errors: kTimeout where this takes longer than 20 seconds.
Result<http::Response> show_sites(const Call& call);

}  // namespace porthole::console
