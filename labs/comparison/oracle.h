#pragma once

/// Strategies of a comparison, as command lines name them, and the oracle.
///
/// Oracle strategy: fetches queued pages that are on topic before all others. It knows the labels
/// of queued pages only and does not plan ahead, so it is a page-by-page upper bound for strategies
/// on the same web.
///
/// Which of several pages on topic it takes first decides what it gets to see, and that is the
/// order of the links of a page. On a web that is played, its figures are means over kLinkOrders
/// random orders.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::labs {

inline constexpr std::uint64_t kLinkOrders = 10;

class Oracle final : public gatherer::Strategy {
 public:
  using OnTopic = std::function<bool(const std::string& url)>;
  explicit Oracle(OnTopic on_topic) : on_topic_(std::move(on_topic)) {}

  std::string_view name() const override { return "oracle"; }
  gatherer::QueueOrder order() const override { return gatherer::QueueOrder::by_relevance(); }
  void link_read(const gatherer::LinkRead& link) override {
    if (link.target_open && on_topic_(link.link.url)) good_.insert(link.target);
  }
  void merge(gatherer::UrlId alias, gatherer::UrlId target) override {
    if (good_.erase(alias) > 0) good_.insert(target);
  }
  gatherer::Rating rate(gatherer::UrlId target, int hops, bool seed) const override {
    return {.priority = seed ? 2 : good_.contains(target) ? 1 : -hops / 1e6};
  }

 private:
  OnTopic on_topic_;
  std::unordered_set<gatherer::UrlId> good_;
};

// Parses strategies with options from command lines: "rw:threshold=0.1:support=2".

/// Parses NAME or NAME:OPTION=VALUE:... without checking that the strategy exists, which
/// make_strategy() does.
/// Errors: kUsage for an empty name and for an option without a value.
Result<collection::Strategy> read_strategy(std::string_view text);

/// Splits a list at its commas. A piece with a space in it belongs to the previous one, so that an
/// order may be written: "rw:order=tries asc, relevance desc,random" are two strategies.
std::vector<std::string> split_strategies(std::string_view list);

}  // namespace porthole::labs
