#pragma once

/// What is known of one page: its own view, its text as it was read, and its summary as RDF and JSON.
///
/// Thread safety: any thread. This header is the room's own.

#include "search/site/site_context.h"

namespace porthole::search {

Response details_answer(SiteContext& site, const Question& question);
Response api_page_answer(SiteContext& site, const Question& question);
Response copy_answer(SiteContext& site, const Question& question);
/// The text and nothing else.
Response plain_copy_answer(SiteContext& site, const Question& question);
/// In the syntax that the end of the path names.
Response rdf_answer(SiteContext& site, const Question& question);

}  // namespace porthole::search
