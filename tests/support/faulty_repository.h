#pragma once

/// Fault-injecting repository: fails from a given call on, as a full disk does.

#include <memory>
#include <utility>
#include <vector>

#include "repository/repository.h"

namespace porthole::testing {

/// Forwards every call to another crawl state, but apply() fails from the k-th call on.
class FaultyCrawlState final : public repository::CrawlState {
 public:
  FaultyCrawlState(repository::CrawlState& behind, int fail_at, ErrorCode code)
      : behind_(behind), fail_at_(fail_at), code_(code) {}

  int calls() const { return calls_; }

  Result<void> apply(const repository::Batch& batch) override;
  Result<void> load(Visitor& visitor) override { return behind_.load(visitor); }
  Result<void> load_pages(Visitor& visitor) override { return behind_.load_pages(visitor); }
  Result<std::vector<repository::HostRecord>> hosts() override { return behind_.hosts(); }
  Result<std::vector<repository::TermRecord>> terms() override { return behind_.terms(); }
  Result<std::string> strategy_state(std::string_view strategy) override {
    return behind_.strategy_state(strategy);
  }
  Result<void> name_state(std::string_view name) override { return behind_.name_state(name); }
  Result<std::string> state_name() override { return behind_.state_name(); }
  Result<std::pair<std::string, std::int64_t>> archive_end() override {
    return behind_.archive_end();
  }
  Result<void> move_archive(const ArchiveMove& move) override { return behind_.move_archive(move); }
  Result<std::int64_t> begin_run(const repository::RunRecord& run) override {
    return behind_.begin_run(run);
  }
  Result<void> end_run(const repository::RunRecord& run) override { return behind_.end_run(run); }
  Result<std::optional<repository::RunRecord>> last_run() override { return behind_.last_run(); }
  Result<std::optional<WallTime>> run_start(std::int64_t id) override {
    return behind_.run_start(id);
  }
  Result<std::vector<PluginRecord>> plugins() override { return behind_.plugins(); }

 private:
  repository::CrawlState& behind_;
  int fail_at_;
  ErrorCode code_;
  int calls_ = 0;
};

/// Another repository, whose crawl state fails.
class FaultyRepository final : public repository::Repository {
 public:
  /// `fail_at` counts from 1; 0 = never. Ownership: keeps a reference, which must outlive it.
  FaultyRepository(repository::Repository& behind, int fail_at,
                   ErrorCode code = ErrorCode::kDiskFull)
      : behind_(behind), crawl_(behind.crawl(), fail_at, code) {}

  /// Calls of apply() so far, those that failed among them.
  int calls() const { return crawl_.calls(); }

  repository::CrawlState& crawl() override { return crawl_; }
  repository::Urls& urls() override { return behind_.urls(); }
  repository::Pages& pages() override { return behind_.pages(); }
  repository::Links& links() override { return behind_.links(); }
  repository::Scores& scores() override { return behind_.scores(); }
  repository::ScoreChanges& score_changes() override { return behind_.score_changes(); }
  repository::Summaries& summaries() override { return behind_.summaries(); }
  Result<repository::Counts> counts() override { return behind_.counts(); }
  Result<Removed> remove_url(std::string_view key) override { return behind_.remove_url(key); }
  Result<Removed> remove_host(std::string_view host) override { return behind_.remove_host(host); }

 private:
  repository::Repository& behind_;
  FaultyCrawlState crawl_;
};

}  // namespace porthole::testing
