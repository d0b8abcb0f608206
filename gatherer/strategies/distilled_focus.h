#pragma once

/// Soft focus with distillation: what great hubs cite is raised.
///
///   R'(w) = 1 - (1 - R(w)) * (1 - lift)^k
///
/// R is soft focus's (focus_strategies.h), k the number of sites, other than w's, with a page that links to w
/// and whose hub score is above psi, the `percentile` of the hub scores, or the best of all. So without a hub nothing changes, each
/// site of hubs closes the share `lift` of what is missing to certainty, and the order of what equally many hubs
/// cite is that of soft focus.
///
/// Pages that are cited and not fetched yet are in the graph with the relevance that they are expected to have,
/// R(w): as in the paper's table of the crawl, they may be authorities.
///
/// The crawl is distilled (gatherer/strategies/distillation.h) in a thread beside it every `every` pages, and in a crawl of
/// more than 20 times as many each time that it has grown by a twentieth. The scores are taken up a tenth of
/// `every` later, waited for if need be, and not as soon as they are there: so that a run can be repeated.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.2 (scores of top hubs raise the relevance of the
/// unvisited pages that they cite) and the last query of section 3.7 (hub scores above the 90th percentile, other
/// sites, not tried yet). By how much is left open there; R' and the value of lift, 0.5, are ours. Sites, not
/// pages, have a vote: Bharat, Henzinger 1998, section 4.1.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gatherer/strategies/distillation.h"
#include "gatherer/strategies/focus_strategies.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

class DistilledFocus final : public Strategy {
 public:
  struct Options {
    std::int64_t every = 100;   ///< Pages.
    double percentile = 0.9;    ///< Of hub scores: psi.
    double lift = 0.5;
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
  std::optional<std::vector<ScoreRecord>> take_scores() override { return std::exchange(scores_, std::nullopt); }
  Replay replay() const override { return Replay::kAllLinks; }

 private:
  struct Page {
    UrlId id;
    SiteId site;
    Relevance relevance;
  };
  /// Between two sites; links within one say nothing to the distiller.
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
  std::unordered_map<UrlId, int> hub_sites_;  ///< Sites of great hubs that cite a URL, where there are any.
  std::optional<std::vector<ScoreRecord>> scores_;  ///< Taken up, and not stored yet.
  std::int64_t next_start_;
  std::int64_t take_at_ = 0;
  bool replayed_ = false;  ///< Pages of an earlier run were told since the last start.
};

}  // namespace porthole::gatherer
