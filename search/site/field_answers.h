#pragma once

/// What may be asked for: fields with their values, and what a query may become.
///
/// Thread safety: any thread. This header is the room's own.

#include "search/site/site_context.h"

namespace porthole::search {

Response fields_answer(SiteContext& site, const Question& question);
Response api_fields_answer(SiteContext& site, const Question& question);
Response suggest_answer(SiteContext& site, const Question& question);
Response api_complete_answer(SiteContext& site, const Question& question);
/// As OpenSearch has it, for the address bar of a browser.
Response opensearch_suggestions_answer(SiteContext& site, const Question& question);

}  // namespace porthole::search
