#pragma once

/// Fault-injecting repository: fails from a given call on, as a full disk does.

#include <memory>
#include <utility>
#include <vector>

#include "repository/repository.h"

namespace porthole::testing {

/// Forwards every call to another repository, but apply() fails from the k-th call on.
class FaultyRepository final : public repository::Repository {
 public:
  /// `fail_at` counts from 1; 0 = never. Ownership: keeps a reference, which must outlive it.
  FaultyRepository(repository::Repository& behind, int fail_at,
                   ErrorCode code = ErrorCode::kDiskFull)
      : behind_(behind), fail_at_(fail_at), code_(code) {}

  /// Calls of apply() so far, those that failed among them.
  int calls() const { return calls_; }

  Result<void> apply(const repository::Batch& batch) override;
  Result<void> load(Visitor& visitor) override { return behind_.load(visitor); }
  Result<void> for_each_open_link(
      const std::function<void(const repository::LinkRecord&)>& visit) override {
    return behind_.for_each_open_link(visit);
  }
  Result<void> for_each_link_in_order(
      const std::function<void(const repository::LinkRecord&)>& visit) override {
    return behind_.for_each_link_in_order(visit);
  }
  Result<std::string> strategy_state(std::string_view strategy) override {
    return behind_.strategy_state(strategy);
  }
  Result<std::pair<std::string, std::int64_t>> archive_end() override {
    return behind_.archive_end();
  }
  Result<std::int64_t> begin_run(const repository::RunRecord& run) override {
    return behind_.begin_run(run);
  }
  Result<void> end_run(const repository::RunRecord& run) override { return behind_.end_run(run); }
  Result<std::optional<repository::RunRecord>> last_run() override { return behind_.last_run(); }
  Result<std::vector<PluginRecord>> plugins() override { return behind_.plugins(); }

  Result<std::optional<repository::UrlRecord>> url(repository::UrlId id) override {
    return behind_.url(id);
  }
  Result<std::optional<repository::UrlRecord>> find_url(std::string_view key) override {
    return behind_.find_url(key);
  }
  Result<std::optional<repository::PageRecord>> page(repository::UrlId id) override {
    return behind_.page(id);
  }
  Result<void> for_each_page(const PageFilter& filter, const PageVisit& visit) override {
    return behind_.for_each_page(filter, visit);
  }
  Result<void> for_each_url(
      const std::function<bool(const repository::UrlRecord&)>& visit) override {
    return behind_.for_each_url(visit);
  }
  Result<void> for_each_link(
      const std::function<bool(const std::string&, const repository::LinkRecord&)>& visit)
      override {
    return behind_.for_each_link(visit);
  }
  Result<std::vector<repository::InLink>> in_links(repository::UrlId id) override {
    return behind_.in_links(id);
  }
  Result<std::map<std::string, std::vector<repository::UrlId>, std::less<>>> pages_by_site()
      override {
    return behind_.pages_by_site();
  }
  Result<std::vector<repository::InLink>> closed_in_links(repository::UrlId id) override {
    return behind_.closed_in_links(id);
  }
  Result<std::vector<repository::LinkRecord>> closed_out_links(repository::UrlId id) override {
    return behind_.closed_out_links(id);
  }
  Result<std::vector<repository::LinkRecord>> out_links(repository::UrlId id) override {
    return behind_.out_links(id);
  }
  Result<std::vector<repository::FailureRecord>> failures() override { return behind_.failures(); }
  Result<repository::Counts> counts() override { return behind_.counts(); }
  Result<std::vector<repository::UrlRecord>> queue_head(int count) override {
    return behind_.queue_head(count);
  }
  Result<std::int64_t> rank_of(repository::UrlId id) override { return behind_.rank_of(id); }
  Result<std::vector<repository::HostRecord>> hosts() override { return behind_.hosts(); }
  Result<std::vector<repository::TermRecord>> terms() override { return behind_.terms(); }

  Result<void> for_each_citation(
      const std::function<void(repository::UrlId, repository::UrlId)>& visit) override {
    return behind_.for_each_citation(visit);
  }
  Result<void> put_importance(
      const std::vector<std::pair<repository::UrlId, double>>& importance) override {
    return behind_.put_importance(importance);
  }
  Result<void> put_scores(const std::vector<repository::ScoreRecord>& scores) override {
    return behind_.put_scores(scores);
  }
  Result<std::optional<repository::ScoreRecord>> scores(repository::UrlId page) override {
    return behind_.scores(page);
  }
  Result<void> for_each_score(
      const std::function<bool(const repository::ScoreRecord&)>& visit) override {
    return behind_.for_each_score(visit);
  }

  Result<std::vector<repository::UrlId>> stale_pages(int limit) override {
    return behind_.stale_pages(limit);
  }
  Result<void> put_summaries(const std::vector<repository::SummaryRecord>& summaries) override {
    return behind_.put_summaries(summaries);
  }
  Result<std::optional<repository::SummaryRecord>> summary(repository::UrlId id) override {
    return behind_.summary(id);
  }
  Result<bool> has_summary(repository::UrlId id) override { return behind_.has_summary(id); }
  Result<std::vector<repository::SummaryRecord>> summaries_after(std::int64_t after,
                                                                 int limit) override {
    return behind_.summaries_after(after, limit);
  }

  Result<Removed> remove_url(std::string_view key) override { return behind_.remove_url(key); }
  Result<Removed> remove_host(std::string_view host) override { return behind_.remove_host(host); }

 private:
  repository::Repository& behind_;
  int fail_at_;
  ErrorCode code_;
  int calls_ = 0;
};

}  // namespace porthole::testing
