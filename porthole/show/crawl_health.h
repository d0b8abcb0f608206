#pragma once

/// The health of a crawl in words.

#include <string>

#include "gatherer/crawl/recall_record.h"
#include "gatherer/report/alarms.h"
#include "operations/doctor/crawl_health.h"

namespace porthole::cli {

void print_alarm(const gatherer::Alarm& alarm);

/// Prints nothing if there is nothing to report. `folder` as the user typed it.
void print_health(const operations::CrawlHealth& health, const std::string& folder);

/// Prints an estimate of recall, and the sites and topics of which pages are missing.
void print_recall(const gatherer::RecallEstimate& estimate);

}  // namespace porthole::cli
