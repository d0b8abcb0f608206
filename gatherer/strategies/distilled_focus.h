#pragma once

/// DistilledFocus, the strategy soft-focus-distill: soft focus that raises the priority of pages
/// cited by good hubs.
///
///   R'(w) = 1 - (1 - R(w)) * (1 - lift)^k
///
/// R is soft focus's (focus_strategies.h); k is the number of sites, other than w's, with a page
/// that links to w and whose hub score is above psi, the `percentile` of the hub scores, or is the
/// largest. Without a hub nothing changes; each site of hubs closes the fraction `lift` of the
/// distance to 1; URLs with equally many hubs keep the order of soft focus. Two other forms of R'
/// (HubRaise):
///
///   kTies    R(w) + 10^-6 k / (k + 1)    hubs decide between URLs that soft focus holds for equal
///   kFirst   R(w) + 2 k                  URLs that a good hub cites come before all others
///
/// Pages that are cited and not fetched yet are in the graph with their expected relevance R(w): as
/// in the paper's table of the crawl, they may be authorities.
///
/// The crawl is distilled (gatherer/strategies/distillation.h) in a background thread every `every`
/// pages, and in a crawl of more than 20 times as many pages each time that it has grown by 5 per
/// cent. The scores are applied a tenth of `every` pages later, waiting for them if necessary, and
/// never earlier: this makes runs reproducible.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.2 (scores of top hubs raise the
/// relevance of the unvisited pages that they cite) and the last query of section 3.7 (hub scores
/// above the 90th percentile, other sites, not tried yet). The paper does not say by how much; R'
/// and the value of lift, 0.5, are ours. kFirst: Chakrabarti, van den Berg, Dom, "Focused
/// crawling", 1999, section 4.7 (unvisited pages that the top hubs cite are visited next). Sites,
/// not pages, have a vote: Bharat, Henzinger 1998, section 4.1.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gatherer/strategies/distillation.h"
#include "gatherer/strategies/focus_strategies.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// How good hubs raise what they cite.
enum class HubRaise { kLift, kTies, kFirst };

class DistilledFocus final : public Strategy {
 public:
  struct Options {
    std::int64_t every = 100;  ///< Pages between runs.
    double percentile = 0.9;   ///< Percentile of hub scores that defines psi.
    double lift = 0.5;         ///< For HubRaise::kLift.
    HubRaise raise = HubRaise::kLift;
  };

  explicit DistilledFocus(const Options& options) : options_(options), next_start_(options.every) {}

  std::string_view name() const override { return "soft-focus-distill"; }
  void page_judged(const JudgedPage& page) override;
  void link_read(const LinkRead& link) override;
  void merge(UrlId alias, UrlId target) override;
  void forget(UrlId target) override { soft_.forget(target); }
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::optional<std::vector<ScoreRecord>> take_scores() override {
    return std::exchange(scores_, std::nullopt);
  }
  Replay replay() const override { return Replay::kAllLinks; }

 private:
  struct Page {
    UrlId id;
    SiteId site;
    Relevance relevance;
  };
  /// A link between two sites; the distiller ignores links within one.
  struct Citation {
    std::uint32_t source;
    std::uint32_t target;
    SiteId source_site;
    SiteId target_site;
  };
  void distill_when_due(std::vector<UrlId>& raised);
  CrawlSnapshot snapshot() const;
  void take_up(const DistilledCrawl& scores, std::vector<UrlId>& raised);
  UrlId standing_for(UrlId url) const;
  int hub_sites(UrlId target) const;

  Options options_;
  SoftFocus soft_;
  BackgroundDistiller distiller_;
  std::vector<Page> pages_;
  std::vector<Citation> citations_;
  std::unordered_map<UrlId, UrlId> leads_to_;
  std::unordered_map<UrlId, int> hub_sites_;  ///< Number of sites of good hubs that cite a URL.
  std::optional<std::vector<ScoreRecord>> scores_;  ///< Applied, and not stored yet.
  std::int64_t next_start_;
  std::int64_t take_at_ = 0;
  bool replayed_ = false;  ///< Pages of an earlier run were replayed since the last start.
};

}  // namespace porthole::gatherer
