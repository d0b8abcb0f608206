#pragma once

/// SqlitePages: Pages over SQLite, and the pages of a batch.
///
/// Private to repository/. Lifetime: the database outlives it.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "repository/pages.h"
#include "repository/sqlite/database.h"

namespace porthole::repository {

class SqlitePages final : public Pages {
 public:
  explicit SqlitePages(Database& database);

  Result<std::optional<PageRecord>> get(UrlId id) override;
  Result<std::vector<Block>> blocks(UrlId id) override;
  Result<Names> names(UrlId id) override;
  Result<void> for_each(const Filter& filter, const Visit& visit) override;
  Result<std::map<std::string, std::vector<UrlId>, std::less<>>> by_site() override;
  Result<std::vector<FailureRecord>> failures() override;

  /// Writes the pages of `batch` and marks pages stale. Requires: a transaction.
  Result<void> write(const Batch& batch);
  Result<void> mark_stale(const Batch& batch);

 private:
  Result<void> write_properties(UrlId page, const Document& document);
  Result<void> read_properties(UrlId page, Document& document);
  Result<void> write_blocks_of(UrlId page, const Document& document);
  Result<void> read_blocks_of(UrlId page, Document& document);

  Database& database_;
  Statement select_, select_properties_, select_blocks_, select_names_;
  std::optional<Statement> insert_, insert_text_, put_importance_, insert_property_,
      delete_properties_, insert_blocks_, delete_blocks_, mark_stale_;
};

}  // namespace porthole::repository
