#pragma once

/// The pages of the search site as HTML, made from the templates in search/web.
///
/// Every value goes through the template's escaping; links lead to http and https only; what was
/// crawled stands in <bdi>, so that its writing direction ends where it does.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/results.h"
#include "search/query/query_fields.h"
#include "search/ranking/searcher.h"
#include "search/site/frame.h"
#include "search/site/neighbours.h"
#include "search/site/search_links.h"
#include "summarizer/summary.h"

namespace porthole::search {

std::string home_page(const Frame& frame);
/// `links`: to searches that keep what was chosen for this one.
std::string results_page(const Frame& frame, const SearchLinks& links, const Results& results);
/// What a query may become, for browsers without script.
std::string suggestions_page(const Frame& frame, const Completions& completions);
/// `query`: what was searched before, for the way back; "" = none.
/// `fields`: what of it can be asked for.
std::string details_page(const Frame& frame, const summarizer::Summary& summary,
                         const QueryFields& fields, const Neighbours& neighbours,
                         const std::string& query);
/// The text of the page as it was read; or that it wants none to be shown.
std::string copy_page(const Frame& frame, const summarizer::Summary& summary);
/// The page asks for neither noarchive nor nosnippet.
bool may_be_shown(const summarizer::Summary& summary);
/// All fields with their meaning and their most frequent values, kFieldPageValues each; or one
/// alone with as many as it has here.
std::string fields_page(const Frame& frame, const std::vector<FieldListing>& fields);
inline constexpr int kFieldPageValues = 8;
/// A query that asks for a field that is none. `corrected`: queries that may have been meant.
std::string query_error_page(const Frame& frame, const SearchLinks& links, const Error& error,
                             const std::vector<std::string>& corrected);
std::string help_page(const Frame& frame);
/// A link that leads on from a message.
struct WayOn {
  std::string text;
  std::string link;
};
/// For errors: no path, no version, no stack.
std::string message_page(const Frame& frame, std::string_view heading, std::string_view text,
                         const std::vector<WayOn>& ways);
/// The OpenSearch description. `origin`: "http://127.0.0.1:8080".
std::string opensearch_description(const Frame& frame, std::string_view origin);

}  // namespace porthole::search
