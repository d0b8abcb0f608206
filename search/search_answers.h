#pragma once

/// Searches: their results as a page, as JSON, and as feeds.
///
/// Thread safety: any thread. This header is the room's own.

#include "search/site_context.h"

namespace porthole::search {

Answer search_answer(SiteContext& site, const Question& question);
Answer api_search_answer(SiteContext& site, const Question& question);
/// The newest first, unless the query says otherwise.
Answer feed_answer(SiteContext& site, const Question& question);

}  // namespace porthole::search
