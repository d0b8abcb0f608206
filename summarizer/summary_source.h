#pragma once

/// RepositorySummaries: the summaries of a repository, for the indexer.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"
#include "summarizer/summarizer.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// Which pages have a new summary is what `summarize` recorded; the summary itself is made here.
///
/// Ownership: keeps a reference to `repository`, which must outlive it. Thread safety: one thread.
class RepositorySummaries final : public SummarySource {
 public:
  RepositorySummaries(repository::Repository& repository, const std::string& topic_title)
      : repository_(repository), maker_(repository, topic_title) {}

  Result<std::vector<SummaryChange>> changes_after(std::int64_t after, int limit) override;
  Result<std::optional<Summary>> summary_of(const std::string& url) override;
  /// "RUN START SERIAL": the last run of the gatherer, when it started (seconds since 1970),
  /// and the serial of the last summary.
  Result<std::string> revision() override;
  Result<bool> had_revision(const std::string& revision) override;

 private:
  repository::Repository& repository_;
  SummaryMaker maker_;
};

}  // namespace porthole::summarizer
