#pragma once

/// SqlRepository: the classes of a repository over one database, of either engine.
///
/// Private to repository/; its contract is Repository's.

#include <memory>
#include <string>
#include <string_view>

#include "repository/repository.h"
#include "repository/sql/database.h"
#include "repository/sql/sql_crawl_state.h"
#include "repository/sql/sql_links.h"
#include "repository/sql/sql_pages.h"
#include "repository/sql/sql_scores.h"
#include "repository/sql/sql_summaries.h"
#include "repository/sql/sql_urls.h"

namespace porthole::repository {

class SqlRepository final : public Repository {
 public:
  explicit SqlRepository(std::unique_ptr<Database> database);

  SqlCrawlState& crawl() override { return crawl_; }
  SqlUrls& urls() override { return urls_; }
  Pages& pages() override { return pages_; }
  SqlLinks& links() override { return links_; }
  Scores& scores() override { return scores_; }
  ScoreChanges& score_changes() override { return score_changes_; }
  Summaries& summaries() override { return summaries_; }

  Result<Counts> counts() override;
  Result<Removed> remove_url(std::string_view key) override;
  Result<Removed> remove_host(std::string_view host) override;

 private:
  Result<void> choose(const std::string& condition, std::string_view value);
  Result<void> take_out_chosen();
  Result<Removed> remove_where(const std::string& condition, std::string_view value);

  std::unique_ptr<Database> database_;
  SqlUrls urls_;
  SqlPages pages_;
  SqlLinks links_;
  SqlScores scores_;
  SqlScoreChanges score_changes_;
  SqlSummaries summaries_;
  SqlCrawlState crawl_;
};

}  // namespace porthole::repository
