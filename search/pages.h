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

#include "search/results.h"
#include "summarizer/summary.h"

namespace porthole::search {

/// What stands on every page.
struct Frame {
  std::string collections;                ///< Names, "cycling, knitting".
  std::optional<std::int64_t> documents;  ///< In the index; absent where it was not asked.
};

std::string home_page(const Frame& frame);
std::string results_page(const Frame& frame, const Results& results);
/// `query`: what was searched before, for the way back; "" = none.
std::string details_page(const Frame& frame, const summarizer::Summary& summary, const std::string& query);
std::string help_page(const Frame& frame);
/// For errors: no path, no version, no stack.
std::string message_page(const Frame& frame, std::string_view heading, std::string_view text);
/// The OpenSearch description. `origin`: "http://127.0.0.1:8080".
std::string opensearch_description(const Frame& frame, std::string_view origin);

}  // namespace porthole::search
