#pragma once

/// SharedCrawlState: the CrawlState of SharedRepository (repository/shared_repository.h).
///
/// Private to repository/. Lifetime: what it is made of outlives it. Thread safety: as Database.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "repository/crawl_state.h"
#include "repository/postgres/postgres_database.h"
#include "repository/postgres/url_numbers.h"
#include "repository/sql/sql_repository.h"

namespace porthole::repository {

class SharedCrawlState final : public CrawlState {
 public:
  struct Parts {
    PostgresDatabase& database;
    SqlCrawlState& crawl;
    SqlUrls& urls;
    UrlNumbers& numbers;
    int gatherer;
    std::string name;
  };
  explicit SharedCrawlState(Parts parts) : parts_(std::move(parts)) {}

  Result<void> apply(const Batch& batch) override;
  Result<void> load(Visitor& visitor) override;
  /// The pages that gatherers had committed, ever, when load() read the pages.
  const CommittedPages& committed() const { return committed_; }
  Result<void> load_pages(Visitor& visitor) override;
  Result<std::vector<HostRecord>> hosts() override { return parts_.crawl.hosts(); }
  Result<std::vector<TermRecord>> terms() override;
  Result<std::string> strategy_state(std::string_view strategy) override;
  Result<void> name_state(std::string_view name) override { return parts_.crawl.name_state(name); }
  Result<std::string> state_name() override { return parts_.crawl.state_name(); }
  Result<std::pair<std::string, std::int64_t>> archive_end() override;
  Result<void> move_archive(const ArchiveMove& move) override;
  Result<std::int64_t> begin_run(const RunRecord& run) override;
  Result<void> end_run(const RunRecord& run) override { return parts_.crawl.end_run(run); }
  /// Other gatherers may have asked any host a moment ago: it is as if the last run was killed.
  Result<std::optional<RunRecord>> last_run() override;
  Result<std::optional<WallTime>> run_start(std::int64_t id) override {
    return parts_.crawl.run_start(id);
  }
  Result<std::vector<PluginRecord>> plugins() override { return parts_.crawl.plugins(); }

 private:
  class Loading;
  Result<void> take_up(const std::string& condition);
  struct Stored {
    std::int64_t fetched = 0, relevant = 0;
  };
  Result<std::vector<UrlRecord>> store_new(const Batch& batch);
  Result<std::unordered_map<std::string, UrlId>> find_stored(const std::vector<UrlRecord>& urls);
  Result<void> insert_missing(const std::vector<UrlRecord>& urls,
                              std::unordered_map<std::string, UrlId>& ids);
  Batch translated(const Batch& batch, std::vector<UrlRecord> changed) const;
  std::string guard_of(const Batch& batch) const;
  Result<void> write(const Batch& own, const Batch& translated);
  Result<void> write_inbox(const SharedBatch& shared);
  Result<void> pass_on_links(const Batch& batch);
  Result<void> add_terms(const std::vector<TermRecord>& terms);
  std::string own_name(std::string_view of) const { return std::string(of) + " " + parts_.name; }

  Parts parts_;
  CommittedPages committed_;
  std::unordered_map<std::string, Stored> terms_;  ///< As they were read or written last.
};

}  // namespace porthole::repository
