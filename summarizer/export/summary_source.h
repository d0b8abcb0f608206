#pragma once

/// RepositorySummaries: the indexer's SummarySource on top of a repository.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/url/url.h"
#include "repository/repository.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

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
    for (repository::SummaryRecord& record : *records)
      changes.push_back(change_of(std::move(record)));
    return changes;
  }

  /// The last change of the page with this URL; absent if it has no summary.
  Result<std::optional<summarizer::SummaryChange>> summary_of(const std::string& url) {
    std::optional<summarizer::SummaryChange> none;
    const Result<Url> parsed = Url::parse(url);
    const auto known = repository_.find_url(parsed ? parsed->key() : url);
    if (!known) return fail(known.error());
    if (!*known) return none;
    Result<std::optional<repository::SummaryRecord>> record = repository_.summary((*known)->id);
    if (!record) return fail(record.error());
    if (!*record || (*record)->removed) return none;
    return change_of(std::move(**record));
  }

 private:
  static summarizer::SummaryChange change_of(repository::SummaryRecord record) {
    return {record.serial, std::move(record.href), std::move(record.rdf), record.removed};
  }

  repository::Repository& repository_;
};

}  // namespace porthole::summarizer
