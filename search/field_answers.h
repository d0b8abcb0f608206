#pragma once

/// What may be asked for: fields with their values, and what a query may become.
///
/// Thread safety: any thread. This header is the room's own.

#include "search/site_context.h"

namespace porthole::search {

Answer fields_answer(SiteContext& site, const Question& question);
Answer api_fields_answer(SiteContext& site, const Question& question);
Answer suggest_answer(SiteContext& site, const Question& question);
Answer api_complete_answer(SiteContext& site, const Question& question);
/// As OpenSearch has it, for the address bar of a browser.
Answer opensearch_suggestions_answer(SiteContext& site, const Question& question);

}  // namespace porthole::search
