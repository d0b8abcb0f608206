#pragma once

/// What is known of one page: its own view, its text as it was read, and its summary as RDF and JSON.
///
/// Thread safety: any thread. This header is the room's own.

#include "search/site_context.h"

namespace porthole::search {

Answer details_answer(SiteContext& site, const Question& question);
Answer api_page_answer(SiteContext& site, const Question& question);
Answer copy_answer(SiteContext& site, const Question& question);
/// The text and nothing else.
Answer plain_copy_answer(SiteContext& site, const Question& question);
/// In the syntax that the end of the path names.
Answer rdf_answer(SiteContext& site, const Question& question);

}  // namespace porthole::search
