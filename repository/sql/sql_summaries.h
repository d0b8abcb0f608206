#pragma once

/// SqlSummaries: Summaries over SQL.
///
/// Private to repository/. Lifetime: the database outlives it.

#include <optional>
#include <string>
#include <vector>

#include "repository/sql/database.h"
#include "repository/summaries.h"

namespace porthole::repository {

class SqlSummaries final : public Summaries {
 public:
  explicit SqlSummaries(Database& database) : database_(database) {}

  Result<std::vector<UrlId>> stale_pages(int limit) override;
  Result<std::vector<UrlId>> described_urls(std::int64_t limit) override;
  Result<std::vector<UrlId>> summarized_urls() override;
  Result<void> remove(const std::vector<UrlId>& urls) override;
  Result<void> put(const std::vector<SummaryChange>& changes) override;
  Result<bool> has(UrlId page) override;
  Result<std::optional<std::string>> digest(UrlId page) override;
  Result<std::vector<SummaryChange>> after(std::int64_t serial, int limit) override;
  Result<std::int64_t> last_serial() override;

 private:
  Database& database_;
};

}  // namespace porthole::repository
