#pragma once

/// Feedback on pages: useful ones become examples of the wanted topic, others of the topic
/// "not-wanted" beside it, from which the next training learns.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/candidates?of=newest|threshold|authorities|hubs|sites|marked|search&q=: pages to
/// give an opinion on, with the marks that they have; "search" are those that a search of the index
/// finds. Errors: kUsage for another list; those of the search.
Result<http::Response> list_candidates(const Call& call);

/// POST /api/v1/mark {"url" or "site", "mark": "useful" | "not" | "none"}: the same mark twice is
/// one. The mark of a site goes to its ten most relevant pages. Errors: kUsage; kNotFound for a
/// page that is not in the collection.
Result<http::Response> mark_page(const Call& call);

}  // namespace porthole::console
