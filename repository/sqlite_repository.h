#pragma once

/// The repository over SQLite. Private to repository/; its contract is Repository's.

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "repository/repository.h"
#include "repository/sqlite.h"

namespace porthole::repository {

class SqliteRepository final : public Repository {
 public:
  explicit SqliteRepository(std::unique_ptr<Database> database);

  Result<void> apply(const Batch& batch) override;
  Result<void> load(Visitor& visitor) override;
  Result<void> for_each_open_link(const std::function<void(const LinkRecord&)>& visit) override;
  Result<void> for_each_link_in_order(const std::function<void(const LinkRecord&)>& visit) override;
  Result<std::string> strategy_state(std::string_view strategy) override;
  Result<std::pair<std::string, std::int64_t>> archive_end() override;
  Result<std::int64_t> begin_run(const RunRecord& run) override;
  Result<void> end_run(const RunRecord& run) override;
  Result<std::optional<RunRecord>> last_run() override;
  Result<std::vector<PluginRecord>> plugins() override;

  Result<std::optional<UrlRecord>> url(UrlId id) override;
  Result<std::optional<UrlRecord>> find_url(std::string_view key) override;
  Result<std::optional<PageRecord>> page(UrlId id) override;
  Result<void> for_each_page(const PageFilter& filter, const PageVisit& visit) override;
  Result<void> for_each_url(const std::function<bool(const UrlRecord&)>& visit) override;
  Result<void> for_each_link(
      const std::function<bool(const std::string&, const LinkRecord&)>& visit) override;
  Result<std::vector<InLink>> in_links(UrlId id) override;
  Result<std::vector<LinkRecord>> out_links(UrlId id) override;
  Result<std::vector<InLink>> closed_in_links(UrlId id) override;
  Result<std::vector<LinkRecord>> closed_out_links(UrlId id) override;
  Result<std::map<std::string, std::vector<UrlId>, std::less<>>> pages_by_site() override;
  Result<Counts> counts() override;
  Result<std::vector<FailureRecord>> failures() override;
  Result<std::vector<UrlRecord>> queue_head(int count) override;
  Result<std::int64_t> rank_of(UrlId id) override;
  Result<std::vector<HostRecord>> hosts() override;
  Result<std::vector<TermRecord>> terms() override;

  Result<void> for_each_citation(const std::function<void(UrlId, UrlId)>& visit) override;
  Result<void> put_scores(const std::vector<ScoreRecord>& scores) override;
  Result<std::optional<ScoreRecord>> scores(UrlId page) override;
  Result<void> for_each_score(const std::function<bool(const ScoreRecord&)>& visit) override;
  Result<void> put_importance(const std::vector<std::pair<UrlId, double>>& importance) override;

  Result<std::vector<UrlId>> stale_pages(int limit) override;
  Result<void> put_summaries(const std::vector<SummaryRecord>& summaries) override;
  Result<std::optional<SummaryRecord>> summary(UrlId id) override;
  Result<bool> has_summary(UrlId id) override;
  Result<std::vector<SummaryRecord>> summaries_after(std::int64_t after, int limit) override;

  Result<Removed> remove_url(std::string_view key) override;
  Result<Removed> remove_host(std::string_view host) override;

 private:
  Result<void> write_urls(const Batch& batch);
  Result<void> write_pages(const Batch& batch);

  /// A link as it was before its page was fetched again.
  struct FormerLink {
    LinkRecord record;
    std::int64_t closed_row = 0;  ///< Where it stands among the closed ones; 0 when it was there.
  };
  struct FormerLinks {
    WallTime fetched_before{}, fetched_now{};
    std::unordered_map<std::string, FormerLink> by_key;
    std::unordered_set<std::string> said_again;  ///< Their keys.
  };
  using Refetched = std::unordered_map<UrlId, FormerLinks>;
  void prepare_link_statements();
  static LinkRecord read_dated_link(const Statement& row);
  static Result<std::vector<InLink>> read_in_links(std::optional<Statement>& select, UrlId id);
  static Result<std::vector<LinkRecord>> read_out_links(std::optional<Statement>& select, UrlId id);
  Result<Refetched> take_refetched(const Batch& batch);
  Result<void> take_former_links(UrlId page, FormerLinks& former);
  Result<void> settle_former_links(const FormerLinks& former);
  Result<void> write_links(const Batch& batch, Refetched& refetched);
  Result<void> write_unchanged(const Batch& batch);

  Result<void> write_failures(const Batch& batch);
  Result<void> forget_failures(const Batch& batch);
  Result<void> take_out_gone(const FailureRecord& failure);
  Result<void> pass_on_copies(UrlId original);

  Result<void> write_rest(const Batch& batch);
  Result<void> write_scores(const std::vector<ScoreRecord>& scores);
  Result<void> put_meta(std::string_view name, std::string_view value);
  Result<std::string> meta(std::string_view name);
  Result<void> choose(const std::string& condition, std::string_view value);
  Result<Removed> remove_where(const std::string& condition, std::string_view value);
  Result<void> put_run_options(std::int64_t run, const decltype(RunRecord::options)& options);
  Result<void> write_properties(UrlId page, const Document& document);
  Result<void> read_properties(UrlId page, Document& document);
  Result<void> write_plugins(const std::vector<PluginRecord>& plugins);

  std::unique_ptr<Database> database_;
  // Statements of the crawl's path, prepared once.
  std::optional<Statement> insert_url_, update_url_, update_priority_, insert_page_, insert_text_,
      insert_link_, mark_stale_, put_term_, put_host_, select_in_links_, select_out_links_,
      select_page_, select_url_, select_score_, insert_property_, select_properties_,
      select_closed_in_links_, select_closed_out_links_, select_fetched_at_, insert_closed_link_,
      mark_told_stale_, delete_properties_, put_page_importance_;
};

/// The columns of a table, and how many there are. A read_ function takes them from `first` on.
inline const std::string kUrlColumns =
    "u.id, u.key, u.href, u.host, u.site, u.state, u.reason, u.detail, u.priority, u.hops,"
    " u.redirects, u.tries, u.not_before, u.seed, u.found_on, u.alias_of";
inline constexpr int kUrlColumnCount = 16;
UrlRecord read_url(const Statement& row, int first = 0);

/// The text of the page is not among them.
inline const std::string kPageColumns =
    "p.id, p.fetch_order, p.fetched_at, p.http_status, p.etag, p.last_modified, p.digest, p.bytes,"
    " p.truncated, p.relevance, p.relevant, p.topic, p.duplicate_of, p.noindex, p.nosnippet,"
    " p.noarchive, p.archive_file, p.archive_offset, p.parse_status, p.parse_detail, p.title,"
    " p.description, p.language, p.charset, p.media_type, p.canonical, p.published, p.modified,"
    " p.links_cut, (SELECT status FROM page_status WHERE page = p.id)";
inline constexpr int kPageColumnCount = 30;
PageRecord read_page(const Statement& row, int first = 0);

/// Source, position, target, the href of the target, and the annotations.
inline const std::string kLinkColumns =
    "l.source, l.position, l.target, coalesce(t.href, t.key), l.element, l.anchor, l.title, l.alt,"
    " l.name, l.onmouseover, l.rel, l.before, l.after, l.heading, l.fragment";
inline constexpr int kLinkColumnCount = 15;
LinkRecord read_link(const Statement& row, int first = 0);

/// A condition on page, with AND before it.
inline const std::string kNotGone =
    " AND NOT EXISTS (SELECT 1 FROM page_failure f WHERE f.page = page.id AND f.gone <> 0)";

/// An enumerator as it is stored.
template <class Enum>
constexpr int number_of(Enum value) {
  return static_cast<int>(value);
}

}  // namespace porthole::repository
