#pragma once

/// SqlLinks: Links over SQL, and the links of a batch with their history.
///
/// Private to repository/. Lifetime: the database outlives it.

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "repository/links.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class SqlLinks final : public Links {
 public:
  explicit SqlLinks(Database& database);

  Result<std::vector<InLink>> in_links(UrlId id) override;
  Result<std::vector<LinkRecord>> out_links(UrlId id) override;
  Result<std::vector<InLink>> closed_in_links(UrlId id) override;
  Result<std::vector<LinkRecord>> closed_out_links(UrlId id) override;
  Result<void> for_each(
      const std::function<bool(const std::string&, const LinkRecord&)>& visit) override;
  Result<void> for_each_open(const std::function<void(const LinkRecord&)>& visit) override {
    return for_each_open("", visit);
  }
  Result<void> for_each_open_citation(const std::function<void(UrlId, UrlId)>& visit) override {
    return for_each_open_citation("", visit);
  }
  Result<void> for_each_in_order(const std::function<void(const LinkRecord&)>& visit) override {
    return for_each_in_order("", visit);
  }
  Result<void> for_each_citation(const std::function<void(UrlId, UrlId)>& visit) override;

  // The same, for links whose target meets a condition in SQL on `t`, a row of the table url; for
  // all if it is "".
  Result<void> for_each_open(const std::string& condition,
                             const std::function<void(const LinkRecord&)>& visit);
  Result<void> for_each_open_citation(const std::string& condition,
                                      const std::function<void(UrlId, UrlId)>& visit);
  Result<void> for_each_in_order(const std::string& condition,
                                 const std::function<void(const LinkRecord&)>& visit);

  // The rest requires a transaction.

  /// A link as it was before its page was fetched again.
  struct FormerLink {
    LinkRecord record;
    std::int64_t closed_row = 0;  ///< Where it stands among the closed ones; 0 when it was there.
  };
  struct FormerLinks {
    WallTime fetched_before{}, fetched_now{};
    bool source_differs = false;  ///< Summaries state something else of the page.
    bool links_differ = false;    ///< Some are new, or in another place, or gone.
    std::unordered_map<std::string, FormerLink> by_key;
    std::unordered_set<std::string> said_again;  ///< Their keys.
  };
  using Refetched = std::unordered_map<UrlId, FormerLinks>;

  /// Takes out the links of the pages of `batch` that are stored already. Requires: the pages of
  /// `batch` were not written yet.
  Result<Refetched> take_refetched(const Batch& batch);
  /// Writes the links of `batch`, and closes those of `refetched` that it does not have.
  Result<void> write(const Batch& batch, Refetched& refetched);
  /// Dates the links of pages that have not changed.
  Result<void> write_unchanged(const Batch& batch);
  /// Closes all links of a page at the time `now`.
  Result<void> close_links_of(UrlId page, WallTime fetched_before, WallTime now);
  /// Marks the summary stale of the page that `target` leads to.
  Result<void> mark_told_stale(UrlId target);

 private:
  /// for_each_open(), before its first row.
  Statement open_links(const std::string& columns, const std::string& condition);

  static LinkRecord read_dated(const Statement& row);
  static Result<std::vector<InLink>> read_in_links(Statement& select, UrlId id);
  static Result<std::vector<LinkRecord>> read_out_links(Statement& select, UrlId id);
  void prepare_to_write();
  Result<void> free_places(const Batch& batch, const std::vector<const LinkRecord*>& links);
  Result<void> take_former(UrlId page, FormerLinks& former);
  Result<std::optional<WallTime>> say_again(FormerLinks& former, const LinkRecord& link);
  Result<void> settle_former(FormerLinks& former);

  Database& database_;
  Statement select_in_links_, select_out_links_, select_closed_in_links_, select_closed_out_links_;
  std::optional<Bulk> insert_;
  std::optional<Statement> insert_closed_, mark_told_stale_;
};

}  // namespace porthole::repository
