#pragma once

/// How a crawl fares beyond its counts: has it stagnated, and what did its strategy do besides fetching by priority?
/// Told alike by `status` and at the end of `gather`.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/report/stagnation.h"
#include "repository/repository.h"

namespace porthole::cli {

struct CrawlHealth {
  std::optional<gatherer::StagnationFinding> stagnation;
  std::string status_model;  ///< By what the status of pages is predicted; "" where there is no model.
  std::string remark;  ///< The strategy's, of the last run; "" for none.
};

/// `folder` as the user typed it. Errors: those of the repository.
Result<CrawlHealth> read_health(const collection::Collection& collection, repository::Repository& repository,
                                const std::string& folder);

/// Adds "status_model" (null or a sentence), "remark" and "stagnation": null, or {"kind", "what", "census": [{"topic", "pages"}], "remedies"}.
void add_health(const CrawlHealth& health, nlohmann::ordered_json& json);

/// Nothing where there is nothing to say.
void print_health(const CrawlHealth& health);

}  // namespace porthole::cli
