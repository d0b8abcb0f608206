#pragma once

/// The numbers of collections in the text format of Prometheus: `porthole status --metrics`, and
/// /metrics of the console. Units are bytes, seconds and ratios from 0 to 1.
///
/// Source: Prometheus, "Metric and label naming" (base units, `_seconds`, `_ratio`).
///
/// Thread safety: functions without state.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "collection/collection.h"
#include "repository/records.h"
#include "repository/repository.h"

namespace porthole::gatherer {

struct CollectionNumbers {
  /// An estimate of recall and the ends of its interval, each from 0 to 1.
  struct Recall {
    double low = 0, estimate = 0, high = 0;
  };
  /// Hosts with queued URLs that may not be asked yet, by the reason of the last failure.
  struct Waiting {
    std::string reason;
    std::int64_t hosts = 0;
    std::int64_t seconds = 0;  ///< Until the last of them may be asked.
  };

  std::string name;
  repository::Counts counts;
  std::optional<repository::RunRecord> last_run;
  std::vector<Waiting> waiting;
  std::int64_t withheld = 0;              ///< Pages of read_withheld().
  std::int64_t kept = 0;                  ///< Pages of IndexSums::kept.
  std::optional<std::int64_t> documents;  ///< In the index; absent if there is none.
  std::optional<Recall> recall;           ///< The last estimate; absent if there is none.
};

/// Reads everything but `documents` and `recall`. Errors: those of the repository.
Result<CollectionNumbers> read_numbers(const collection::Collection& collection,
                                       repository::Repository& repository, WallTime now);

/// Each metric once, with a value for each collection, whose name is the label `collection`.
std::string collection_metrics(std::span<const CollectionNumbers> collections);

}  // namespace porthole::gatherer
