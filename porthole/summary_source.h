#pragma once

/// The repository as the indexer's source of summaries.

#include <utility>
#include <vector>

#include "repository/repository.h"
#include "summarizer/summary.h"

namespace porthole::cli {

/// Ownership: keeps a reference to `repository`, which must outlive it.
class RepositorySummaries final : public summarizer::SummarySource {
 public:
  explicit RepositorySummaries(repository::Repository& repository) : repository_(repository) {}

  Result<std::vector<summarizer::SummaryChange>> changes_after(std::int64_t after,
                                                               int limit) override {
    Result<std::vector<repository::SummaryRecord>> records =
        repository_.summaries_after(after, limit);
    if (!records) return fail(records.error());
    std::vector<summarizer::SummaryChange> changes;
    changes.reserve(records->size());
    for (repository::SummaryRecord& record : *records) {
      changes.push_back(
          {record.serial, std::move(record.href), std::move(record.rdf), record.removed});
    }
    return changes;
  }

 private:
  repository::Repository& repository_;
};

}  // namespace porthole::cli
