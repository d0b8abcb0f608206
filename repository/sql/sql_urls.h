#pragma once

/// SqlUrls: Urls over SQL, and the rows of a batch.
///
/// Private to repository/. Lifetime: the database outlives it.

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "repository/sql/database.h"
#include "repository/urls.h"

namespace porthole::repository {

/// The columns of a URL that both engines have, its key first.
std::vector<BulkPlan::Column> url_columns();

class SqlUrls final : public Urls {
 public:
  explicit SqlUrls(Database& database);

  Result<std::optional<UrlRecord>> get(UrlId id) override;
  Result<std::optional<UrlRecord>> find(std::string_view key) override;
  Result<void> for_each(const std::function<bool(const UrlRecord&)>& visit) override;
  Result<std::vector<UrlRecord>> queue_head(int count) override;
  Result<std::int64_t> rank_of(UrlId id) override;

  /// Writes the URLs of `batch`. Requires: a transaction.
  Result<void> write(const Batch& batch);

 private:
  Result<void> write_new(const Batch& batch);

  Database& database_;
  Statement select_;
  std::optional<Bulk> insert_, update_, update_priority_;
};

}  // namespace porthole::repository
