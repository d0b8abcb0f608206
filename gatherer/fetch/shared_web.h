#pragma once

/// One web for many crawls: what was answered and parsed once is not asked for and parsed again. This is how
/// strategies are compared: all see the same pages, and a crawl costs what the strategy costs.
///
/// In:  a fetcher's answers, by URL; the parsers' documents (parser/document_memory.h).
/// Out: the same answers. They have no head as received, so nothing is archived twice.
///
/// Only answers that a later try would not change are kept. Thread safety: any number of crawls at once;
/// each has a RememberingFetcher of its own. Cost: every body, in memory.

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "gatherer/fetch/fetcher.h"
#include "parser/document_memory.h"

namespace porthole::gatherer {

class SharedWeb {
 public:
  /// The answer to a request for `url`, without a ticket.
  std::optional<FetchResponse> find(const std::string& url) const;
  void put(const std::string& url, const FetchResponse& response);

  parser::DocumentMemory& documents() { return documents_; }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, FetchResponse> answers_;
  parser::DocumentMemory documents_;
};

/// Asks `behind` for what `web` does not know yet. Ownership: of `behind`, not of `web`.
class RememberingFetcher final : public Fetcher {
 public:
  RememberingFetcher(std::unique_ptr<Fetcher> behind, SharedWeb& web) : behind_(std::move(behind)), web_(web) {}

  void start(FetchRequest request) override;
  int under_way() const override { return static_cast<int>(known_.size()) + behind_->under_way(); }
  void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
            std::vector<FetchResponse>& done) override;
  void plugins_in_trouble(std::vector<PluginRecord>& records) const override {
    behind_->plugins_in_trouble(records);
  }

 private:
  std::unique_ptr<Fetcher> behind_;
  SharedWeb& web_;
  std::vector<FetchResponse> known_;
  std::unordered_map<std::uint64_t, std::string> asked_;  ///< Ticket -> URL.
};

}  // namespace porthole::gatherer
