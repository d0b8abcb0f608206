#pragma once

/// CrawlHealth: diagnosis of a crawl: stagnation, and remarks of its strategy. `status` and
/// `gather` report it (porthole/show/crawl_words.h).

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/crawl/recall_record.h"
#include "gatherer/report/alarms.h"
#include "gatherer/report/stagnation.h"
#include "gatherer/report/topic_pages.h"
#include "repository/repository.h"

namespace porthole::operations {

struct CrawlHealth {
  std::optional<gatherer::StagnationFinding> stagnation;
  std::vector<gatherer::Alarm> alarms;
  std::vector<gatherer::WithheldPages> withheld;
  std::optional<gatherer::IndexSums> index;  ///< Its last round.
  std::string importance_model;  ///< The labels that the importance model was trained on; ""
                                 ///< without a model.
  /// Where a classifier judges and its relevance is saturated (topics/classify/calibration.h): the
  /// share of the pages below .01 or above .99.
  std::optional<double> saturated;
  /// Where words judge: sites of seeds that have hardly any of them.
  std::vector<gatherer::SeedSite> seed_sites_off_topic;
  std::string remark;  ///< Remark of the last run's strategy; "" for none.
};

/// `folder` as the user typed it, for commands in remedies. Errors: those of the repository.
Result<CrawlHealth> read_health(const collection::Collection& collection,
                                repository::Repository& repository, const std::string& folder);

/// Adds "importance_model" (null or a sentence), "remark", "relevance_saturated" (null or a share),
/// "seed_sites_off_topic": [{"site", "pages", "relevance"}], "stagnation": null, or {"kind",
/// "what", "census": [{"topic", "pages"}], "remedies"}, "alarms" (gatherer/report/alarms.h),
/// "withheld": [{"host", "reason", "pages", "never_had"}], and "last_index": null, or the sums of
/// the last round of the index (gatherer/report/index_sums.h).
void add_health(const CrawlHealth& health, nlohmann::ordered_json& json);

}  // namespace porthole::operations
