#pragma once

/// SqlPages: Pages over SQL, and the pages of a batch.
///
/// Private to repository/. Lifetime: the database outlives it.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/pages.h"
#include "repository/records.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class SqlPages final : public Pages {
 public:
  explicit SqlPages(Database& database);

  Result<std::optional<PageRecord>> get(UrlId id) override;
  Result<std::vector<Block>> blocks(UrlId id) override;
  Result<Names> names(UrlId id) override;
  Result<void> for_each(const Filter& filter, const Visit& visit) override;
  Result<std::map<std::string, std::vector<UrlId>, std::less<>>> by_site() override;
  Result<std::vector<FailureRecord>> failures() override;
  Result<std::vector<UnreadRecord>> unread() override;

  // The rest requires a transaction.

  /// Writes the pages of `batch`. `is_stored` tells which of them were fetched again.
  Result<void> write(const Batch& batch, const std::function<bool(UrlId)>& is_stored);
  Result<void> mark_stale(const std::vector<UrlId>& pages);

 private:
  void prepare_to_write();
  Result<void> add_document(const PageRecord& page);
  Result<void> add_properties(UrlId page, const Document& document);
  Result<void> read_properties(UrlId page, Document& document);
  Result<void> read_blocks_of(UrlId page, Document& document);

  Database& database_;
  Statement select_, select_properties_, select_blocks_, select_names_;
  std::optional<Bulk> insert_, update_, insert_text_, insert_property_, insert_blocks_,
      put_importance_;
};

/// SqlVisits: counts the visits of pages that are fetched again, and those that found a change.
/// Lifetime: the database outlives it. Requires: a transaction.
class SqlVisits {
 public:
  explicit SqlVisits(Database& database) : database_(database) {}

  /// Compares the pages of `batch` with those that are stored. Requires: the pages of the batch are
  /// not written yet.
  Result<void> write(const Batch& batch);

 private:
  Database& database_;
};

}  // namespace porthole::repository
