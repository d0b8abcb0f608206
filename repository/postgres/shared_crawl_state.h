#pragma once

/// The CrawlState and Links of SharedRepository (repository/shared_repository.h), and the numbers
/// by which they translate.
///
/// Private to repository/. Lifetime: what they are made of outlives them. Thread safety: as
/// Database.

#include <bitset>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "repository/bucket_lease.h"
#include "repository/crawl_state.h"
#include "repository/postgres/postgres_database.h"
#include "repository/sql/sql_repository.h"

namespace porthole::repository {

/// The numbers of URLs: the gatherer's own and the repository's. Those that were loaded are the
/// same.
class UrlNumbers {
 public:
  explicit UrlNumbers(const std::vector<HeldBucket>& held);

  /// Takes a URL up under a number of the gatherer's own, each once.
  void set(UrlId own, UrlId stored, int bucket);
  /// The repository's number; 0 for none.
  UrlId stored(UrlId own) const;
  /// The gatherer's number; 0 for a URL that it does not know.
  UrlId own(UrlId stored) const;
  int bucket(UrlId own) const;
  bool is_held(UrlId own) const;
  /// Nothing was taken up yet.
  bool empty() const { return known_.empty(); }
  /// The buckets with their epochs.
  std::vector<HeldBucket> held(const std::bitset<kBuckets>& among) const;

 private:
  struct Known {
    UrlId stored = 0;
    std::int16_t bucket = -1;
  };
  std::vector<Known> known_;                 ///< By own number.
  std::unordered_map<UrlId, UrlId> own_of_;  ///< Where the numbers differ.
  std::vector<int> epochs_;                  ///< By bucket; -1 for those that are not held.
};

class SharedLinks final : public Links {
 public:
  SharedLinks(SqlLinks& links, const UrlNumbers& numbers) : links_(links), numbers_(numbers) {}

  // By the repository's numbers, as all but the last three.
  Result<std::vector<InLink>> in_links(UrlId id) override { return links_.in_links(id); }
  Result<std::vector<LinkRecord>> out_links(UrlId id) override { return links_.out_links(id); }
  Result<std::vector<InLink>> closed_in_links(UrlId id) override {
    return links_.closed_in_links(id);
  }
  Result<std::vector<LinkRecord>> closed_out_links(UrlId id) override {
    return links_.closed_out_links(id);
  }
  Result<void> for_each(
      const std::function<bool(const std::string&, const LinkRecord&)>& visit) override {
    return links_.for_each(visit);
  }
  Result<void> for_each_open(const std::function<void(const LinkRecord&)>& visit) override;
  Result<void> for_each_in_order(const std::function<void(const LinkRecord&)>& visit) override;
  Result<void> for_each_citation(const std::function<void(UrlId, UrlId)>& visit) override;

 private:
  std::function<void(const LinkRecord&)> translated(
      const std::function<void(const LinkRecord&)>& visit) const;
  SqlLinks& links_;
  const UrlNumbers& numbers_;
};

class SharedCrawlState final : public CrawlState {
 public:
  struct Parts {
    PostgresDatabase& database;
    SqlCrawlState& crawl;
    SqlUrls& urls;
    UrlNumbers& numbers;
    int gatherer;
    std::string name;
  };
  explicit SharedCrawlState(Parts parts) : parts_(std::move(parts)) {}

  Result<void> apply(const Batch& batch) override;
  Result<void> load(Visitor& visitor) override;
  Result<void> load_pages(Visitor& visitor) override;
  Result<std::vector<HostRecord>> hosts() override { return parts_.crawl.hosts(); }
  Result<std::vector<TermRecord>> terms() override;
  Result<std::string> strategy_state(std::string_view strategy) override;
  Result<std::vector<std::string>> strategy_states(std::string_view strategy) override;
  Result<std::pair<std::string, std::int64_t>> archive_end() override;
  Result<void> move_archive(const ArchiveMove& move) override;
  Result<std::int64_t> begin_run(const RunRecord& run) override;
  Result<void> end_run(const RunRecord& run) override { return parts_.crawl.end_run(run); }
  /// Other gatherers may have asked any host a moment ago: it is as if the last run was killed.
  Result<std::optional<RunRecord>> last_run() override;
  Result<std::optional<WallTime>> run_start(std::int64_t id) override {
    return parts_.crawl.run_start(id);
  }
  Result<std::vector<PluginRecord>> plugins() override { return parts_.crawl.plugins(); }

 private:
  class Loading;
  struct Stored {
    std::int64_t fetched = 0, relevant = 0;
  };
  Result<std::vector<UrlRecord>> store_new(const Batch& batch);
  Result<std::unordered_map<std::string, UrlId>> find_stored(const std::vector<UrlRecord>& urls);
  Result<void> insert_missing(const std::vector<UrlRecord>& urls,
                              std::unordered_map<std::string, UrlId>& ids);
  Batch translated(const Batch& batch, std::vector<UrlRecord> changed) const;
  std::string guard_of(const Batch& batch) const;
  Result<void> write(const Batch& own, const Batch& translated);
  Result<void> write_inbox(const SharedBatch& shared);
  Result<void> pass_on_links(const Batch& batch);
  Result<void> add_terms(const std::vector<TermRecord>& terms);
  std::string own_name(std::string_view of) const { return std::string(of) + " " + parts_.name; }

  Parts parts_;
  std::unordered_map<std::string, Stored> terms_;  ///< As they were read or written last.
};

}  // namespace porthole::repository
