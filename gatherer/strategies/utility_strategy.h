#pragma once

/// The utility-biased crawler: pages that are on topic and important, one dial between.
///
///   priority(w) = max { U(d) : d links to w },   U(d) = tau^alpha sigma^(1 - alpha), or alpha tau + (1 - alpha) sigma
///
/// tau is R(d), the relevance of the page d that cites w; sigma its status. Both are taken at one link only. alpha is
/// that of the moment at which the links of d were read; a crawl that goes on, or is given another alpha, rates what
/// waits anew by what then holds. With the option `delta` alpha follows the topicality of the last pages
/// (topics/importance/utility.h), and is kept from one run to the next.
///
/// sigma is what the status model predicts (option status=model), and 1/2, its median, for pages that were fetched
/// before there was one; or, for the benchmark in-links crawler (status=in-links), 1 / (1 + e^-(x - theta)) with
/// x = ln(1 + the pages fetched so far that link to d) and theta the median of x over the pages fetched. Nothing is
/// pruned. A URL that only a sitemap names has 0.
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", sections 3.1 (one link), 4 (equations 1 and 2), 6.1
/// (equation 3), 7.2 (the in-links crawler).

#include <cstdint>
#include <optional>
#include <vector>

#include "gatherer/strategies/open_link_strategy.h"
#include "topics/importance/utility.h"

namespace porthole::gatherer {

/// The best page that cites a URL.
struct CitedWith {
  double utility = 0, topicality = 0, status = 0;
};

class UtilityStrategy final : public OpenLinkStrategy<CitedWith> {
 public:
  enum class Status : std::uint8_t { kModel, kInLinks };
  struct Options {
    topics::Utility utility = topics::Utility::kCobbDouglas;
    Status status = Status::kModel;
    topics::AdaptiveAlpha::Options alpha;
    bool adaptive = false;  ///< Else alpha stays at its start.
  };

  explicit UtilityStrategy(const Options& options) : options_(options), alpha_(options.alpha) {}

  std::string_view name() const override { return "utility"; }
  void page_judged(const JudgedPage& page) override;
  void link_read(const LinkRead& link) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::string remark() const override;
  std::string state() const override;
  void restore_state(std::string_view state) override;
  Replay replay() const override;
  bool needs_status() const override;

  double alpha() const { return alpha_.alpha(); }

 private:
  void add(UrlId target, const CitedWith& cited) override;
  double status_of(const JudgedPage& page) const;
  void count_in_link(const LinkRead& read);
  double median_in_links() const;

  /// In-links of a URL, fetched or not, by other pages.
  struct InLinks {
    std::uint32_t count = 0;
    UrlId last = 0;  ///< Who was counted last: a page that repeats its link counts once.
  };

  Options options_;
  topics::AdaptiveAlpha alpha_;
  std::unordered_map<UrlId, InLinks> in_links_;  // of the in-links crawler alone, as the next
  std::vector<std::uint32_t> pages_with_;        // fetched pages by their in-links at that time
};

}  // namespace porthole::gatherer
