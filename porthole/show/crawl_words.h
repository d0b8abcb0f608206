#pragma once

/// The course of a crawl in words and as JSON: requests, the health of hosts, a round.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <string>

#include "base/json/json.h"
#include "gatherer/crawl/gather_options.h"
#include "gatherer/crawl/recall_record.h"
#include "gatherer/report/alarms.h"
#include "operations/doctor/crawl_health.h"

namespace porthole::cli {

// How many requests a crawl made for its pages, and how many of them failed, in words and as JSON.

/// "12 failed (0.60 a page fetched)"; without the share when no page was fetched.
std::string failures_in_words(std::int64_t failures, std::int64_t pages);

/// {"pages","failures","failures_per_page"}: `requests`, and `failures` of them for `pages` pages
/// fetched; the share is null when no page was.
nlohmann::ordered_json page_requests_as_json(std::int64_t requests, std::int64_t failures,
                                             std::int64_t pages);

// The health of a crawl in words.

void print_alarm(const gatherer::Alarm& alarm);

/// Prints nothing if there is nothing to report. `folder` as the user typed it.
void print_health(const operations::CrawlHealth& health, const std::string& folder);

/// Prints an estimate of recall, and the sites and topics of which pages are missing.
void print_recall(const gatherer::RecallEstimate& estimate);

// The report of a round that asked for known pages again (gatherer/frontier/round_plan.h), in
// words and as JSON.

/// Something changed, is new, gone or back.
bool has_news(const gatherer::GatherReport& done);
/// Three lines: the pages that lead to new ones, the others, the new ones.
std::string round_in_words(const gatherer::GatherReport& done);
nlohmann::ordered_json round_as_json(const gatherer::GatherReport& done);

}  // namespace porthole::cli
