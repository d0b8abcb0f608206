#pragma once

/// How many requests a crawl made for its pages, and how many of them failed, in words and as JSON.

#include <cstdint>
#include <string>

#include "base/json/json.h"

namespace porthole::cli {

/// "12 failed (0.60 a page fetched)"; without the share when no page was fetched.
std::string failures_in_words(std::int64_t failures, std::int64_t pages);

/// {"pages","failures","failures_per_page"}: `requests`, and `failures` of them for `pages` pages
/// fetched; the share is null when no page was.
nlohmann::ordered_json page_requests_as_json(std::int64_t requests, std::int64_t failures,
                                             std::int64_t pages);

}  // namespace porthole::cli
