#pragma once

/// SqliteRepository: the classes of a repository over one SQLite database.
///
/// Private to repository/; its contract is Repository's.

#include <memory>
#include <string>
#include <string_view>

#include "repository/repository.h"
#include "repository/sqlite/database.h"
#include "repository/sqlite/sqlite_crawl_state.h"
#include "repository/sqlite/sqlite_links.h"
#include "repository/sqlite/sqlite_pages.h"
#include "repository/sqlite/sqlite_scores.h"
#include "repository/sqlite/sqlite_summaries.h"
#include "repository/sqlite/sqlite_urls.h"

namespace porthole::repository {

class SqliteRepository final : public Repository {
 public:
  explicit SqliteRepository(std::unique_ptr<Database> database);

  CrawlState& crawl() override { return crawl_; }
  Urls& urls() override { return urls_; }
  Pages& pages() override { return pages_; }
  Links& links() override { return links_; }
  Scores& scores() override { return scores_; }
  Summaries& summaries() override { return summaries_; }

  Result<Counts> counts() override;
  Result<Removed> remove_url(std::string_view key) override;
  Result<Removed> remove_host(std::string_view host) override;

 private:
  Result<void> choose(const std::string& condition, std::string_view value);
  Result<Removed> remove_where(const std::string& condition, std::string_view value);

  std::unique_ptr<Database> database_;
  SqliteUrls urls_;
  SqlitePages pages_;
  SqliteLinks links_;
  SqliteScores scores_;
  SqliteSummaries summaries_;
  SqliteCrawlState crawl_;
};

}  // namespace porthole::repository
