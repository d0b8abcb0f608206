#pragma once

/// Searches: their results as a page, as JSON, and as feeds.
///
/// Thread safety: any thread. This header is the room's own.

#include "search/site/site_context.h"

namespace porthole::search {

Response search_answer(SiteContext& site, const Question& question);
Response api_search_answer(SiteContext& site, const Question& question);
/// The newest first, unless the query says otherwise.
Response feed_answer(SiteContext& site, const Question& question);

}  // namespace porthole::search
