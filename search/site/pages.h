#pragma once

/// Renders the HTML pages of the search site from the templates in search/web.
///
/// The templates escape every value; links lead to http and https only; crawled texts are enclosed
/// in <bdi>, which isolates their writing direction.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/page_store.h"
#include "search/index/results.h"
#include "search/query/query_fields.h"
#include "search/ranking/searcher.h"
#include "search/site/frame.h"
#include "search/site/neighbours.h"
#include "search/site/search_links.h"
#include "summarizer/content_parts.h"
#include "summarizer/summary.h"

namespace porthole::search {

std::string home_page(const Frame& frame);
/// `links`: keep the options of this search.
std::string results_page(const Frame& frame, const SearchLinks& links, const Results& results);
/// Completions of a query, for browsers without script.
std::string suggestions_page(const Frame& frame, const Completions& completions);
/// `fields`: make values of the summary links to searches. `query`: the search to go back to; "" =
/// none.
/// `part`: the annotations by others that `summary` has.
std::string details_page(const Frame& frame, const summarizer::Summary& summary,
                         const AnnotationPart& part, const QueryFields& fields,
                         const Neighbours& neighbours, const std::string& query);
/// The stored text of the page, its boilerplate folded below, or a message when the page forbids
/// copies.
std::string copy_page(const Frame& frame, const summarizer::Summary& summary,
                      const std::vector<summarizer::ContentPart>& content,
                      const std::vector<summarizer::ContentPart>& boilerplate);
/// The page asks for neither noarchive nor nosnippet.
bool may_be_shown(const summarizer::Summary& summary);
/// All fields with their meaning and kFieldPageValues of their most frequent values; a single field
/// with all values in `fields`.
std::string fields_page(const Frame& frame, const std::vector<FieldListing>& fields);
inline constexpr int kFieldPageValues = 8;
/// The error page for a query with an unknown field. `corrected`: suggested queries.
std::string query_error_page(const Frame& frame, const SearchLinks& links, const Error& error,
                             const std::vector<std::string>& corrected);
std::string help_page(const Frame& frame);
/// A link on a message page.
struct MessageLink {
  std::string text;
  std::string link;
};
/// A message page for errors, without paths, versions and stack traces.
std::string message_page(const Frame& frame, std::string_view heading, std::string_view text,
                         const std::vector<MessageLink>& links);
/// The OpenSearch description. `origin`: "http://127.0.0.1:8080".
std::string opensearch_description(const Frame& frame, std::string_view origin);

}  // namespace porthole::search
