#pragma once

/// SharedWeb: a cache of responses and parsed documents that several crawls share. `porthole
/// compare` uses it to run all strategies on the same pages and to fetch and parse each page only
/// once.
///
/// In:  responses of a fetcher, by URL; documents of the parsers (parser/document_cache.h).
/// Out: the same responses. They lack the head as received, so they are not archived again.
///
/// Only responses that a retry would not change are cached. Thread safety: any number of crawls at
/// once; each has its own CachingFetcher. Memory: every body.

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "gatherer/fetch/fetcher.h"
#include "parser/document_cache.h"

namespace porthole::gatherer {

class SharedWeb {
 public:
  /// The cached response for `url`, without a ticket.
  std::optional<FetchResponse> find(const std::string& url) const;
  void put(const std::string& url, const FetchResponse& response);

  parser::DocumentCache& documents() { return documents_; }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, FetchResponse> answers_;
  parser::DocumentCache documents_;
};

/// Fetcher that asks `behind` only for URLs that `web` has not cached. Ownership: owns `behind`,
/// refers to `web`.
class CachingFetcher final : public Fetcher {
 public:
  CachingFetcher(std::unique_ptr<Fetcher> behind, SharedWeb& web)
      : behind_(std::move(behind)), web_(web) {}

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
