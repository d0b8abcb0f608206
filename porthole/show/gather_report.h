#pragma once

/// Prints what a crawl did, or would do, in words or as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "gatherer/crawl/gather.h"
#include "operations/doctor/crawl_health.h"
#include "operations/steps/expanding_gather.h"
#include "porthole/common.h"
#include "porthole/interrupt.h"
#include "porthole/options/gather_choice.h"

namespace porthole::cli {

/// The limits of a run and its first URLs (--dry-run). `refresh`: of a recrawl.
void print_plan(const gatherer::GatherPlan& plan, bool refresh, const Common& common);

/// The seeds that could not be fetched: [{"url","reason","detail","remedy"}].
nlohmann::ordered_json unfetched_seeds_as_json(const gatherer::GatherReport& report);

/// The cause and the remedy of the first seed, for a crawl that fetched nothing (kNetwork).
Error why_nothing(const gatherer::GatherReport& done);

/// Notes each of the first five seeds that could not be fetched, with its cause and remedy, for a
/// crawl that has fetched others. `folder` as the user typed it.
void note_unfetched_seeds(const gatherer::GatherReport& done, const std::string& folder,
                          const Common& common);

/// Prints the result of a crawl that took `seconds`, and reports the seeds that failed. Returns the
/// exit code.
int report_gathered(const GatherChoice& choice, const operations::ExpandedGather& gathered,
                    const operations::CrawlHealth& health, double seconds,
                    const Interrupt& interrupt, const Common& common);

}  // namespace porthole::cli
