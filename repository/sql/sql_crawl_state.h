#pragma once

/// SqlCrawlState: CrawlState over SQL.
///
/// Private to repository/. Lifetime: what it is made of outlives it.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repository/crawl_state.h"
#include "repository/sql/database.h"
#include "repository/sql/sql_failures.h"
#include "repository/sql/sql_links.h"
#include "repository/sql/sql_pages.h"
#include "repository/sql/sql_scores.h"
#include "repository/sql/sql_urls.h"

namespace porthole::repository {

class SqlCrawlState final : public CrawlState {
 public:
  struct Parts {
    Database& database;
    SqlUrls& urls;
    SqlPages& pages;
    SqlLinks& links;
    SqlScores& scores;
  };
  explicit SqlCrawlState(const Parts& parts)
      : parts_(parts),
        database_(parts.database),
        failures_(parts.database, parts.links),
        visits_(parts.database) {}

  Result<void> apply(const Batch& batch) override;
  /// Writes what apply() does. Requires: a transaction.
  Result<void> write(const Batch& batch);
  Result<void> load(Visitor& visitor) override;
  /// Tells `visitor` of the URLs alone: those that meet a condition in SQL on `u`, a row of the
  /// table url; all if it is "".
  Result<void> load_urls(Visitor& visitor, const std::string& condition);
  /// The rest of load().
  Result<void> load_all_but_urls(Visitor& visitor);
  Result<void> load_pages(Visitor& visitor) override;
  Result<std::vector<HostRecord>> hosts() override;
  Result<std::vector<TermRecord>> terms() override;
  Result<std::string> strategy_state(std::string_view strategy) override;
  Result<void> name_state(std::string_view name) override;
  Result<std::string> state_name() override;
  Result<std::pair<std::string, std::int64_t>> archive_end() override;
  /// The same under other names of values, those of one of several gatherers.
  Result<std::pair<std::string, std::int64_t>> archive_end(const std::string& file_name,
                                                           const std::string& size_name);
  Result<void> move_archive(const ArchiveMove& move) override;
  Result<std::int64_t> begin_run(const RunRecord& run) override;
  Result<void> end_run(const RunRecord& run) override;
  Result<std::optional<RunRecord>> last_run() override;
  Result<std::optional<WallTime>> run_start(std::int64_t id) override;
  Result<std::vector<PluginRecord>> plugins() override;

  // Values of the table meta; "" without one. put_meta() requires a transaction.
  Result<std::string> meta(std::string_view name);
  Result<void> put_meta(std::string_view name, std::string_view value);

 private:
  Result<void> write_rest(const Batch& batch);
  Result<void> write_plugins(const std::vector<PluginRecord>& plugins);
  Result<void> move_places(const ArchiveMove& move);
  Result<void> put_run_options(std::int64_t run, const decltype(RunRecord::options)& options);

  Parts parts_;
  Database& database_;
  SqlFailures failures_;
  SqlVisits visits_;
  std::optional<Bulk> put_term_, put_host_;
};

}  // namespace porthole::repository
