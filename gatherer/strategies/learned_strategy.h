#pragma once

/// LearnedStrategy, the default: learns online, from the crawl's own outcomes, which links lead to
/// relevant pages.
///
/// For every linked URL it collects the features x that are known before the fetch: the terms of
/// its annotations, by kind (anchor, title, alt, name and onmouseover; the URL; the text beside the
/// link; the heading above it), the relevance and topic of the pages that cite it, the yield of
/// those pages (the relevance of pages they led to so far), the yield of its site, the topic's own
/// words in each kind, its distance from a seed. An online logistic regression
/// (topics/classify/online_logistic.h) estimates p, the probability that the page is relevant; each
/// fetched page with its judgement is one training example.
///
/// The priority of a URL is p plus kappa * sqrt(p (1 - p) / (n + 1)), n being the fetched pages of
/// its site: an exploration bonus of kappa standard deviations for sites of which little is known,
/// in place of RWB's random choice. Nothing is pruned.
///
/// The weights of the fixed features (all but the terms) start at values set by hand, so that the
/// first choices are not arbitrary; labs/results/experiments.md reports their effect.
///
/// Source: ours. Its features are those of Sundaresan, Yi, Huang 2000, Table 1 (kinds of link
/// metadata) and Chakrabarti, van den Berg, Dom 1999 (relevance of citing pages, hubs); exploration
/// by an upper confidence bound: Auer, Cesa-Bianchi, Fischer, "Finite-time Analysis of the
/// Multiarmed Bandit Problem", Machine Learning 47, 2002. Thread safety: one thread.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gatherer/strategies/strategy.h"
#include "topics/classify/online_logistic.h"

namespace porthole::gatherer {

class LearnedStrategy final : public Strategy {
 public:
  struct Options {
    double exploration = 0.05;  ///< kappa
    topics::OnlineLogistic::Options regression{
        .rate = 0.5, .initial_accumulator = 20, .smoothing = 1};
  };

  LearnedStrategy(const Options& options, const collection::Topic& topic);

  std::string_view name() const override { return "learned"; }
  void page_judged(const JudgedPage& page) override;
  void link_read(const LinkRead& read) override;
  void merge(UrlId alias, UrlId target) override;
  void forget(UrlId target) override { open_.erase(target); }
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::string state() const override;
  void restore_state(std::string_view state) override;
  Replay replay() const override { return Replay::kAllLinks; }

  /// The fixed features; features of terms come after them.
  enum Fixed : std::uint32_t {
    kBias,
    kBestCiting,     ///< Largest relevance among the citing pages.
    kMeanCiting,     ///< Mean relevance of the citing pages.
    kCitedFromAfar,  ///< A relevant page of another site cites it.
    kCitingYield,    ///< Log-odds of the best yield among the citing pages.
    kSiteYield,      ///< Log-odds of the yield of its site.
    kSiteKnown,      ///< 1 - 1 / (1 + fetched pages of its site).
    kOwnInAnchor,    ///< An own word of the topic in anchor, title, alt, name or onmouseover.
    kOwnInUrl,
    kOwnBeside,
    kOwnInHeading,
    kCitingSites,  ///< Logarithm of the sites that cite it.
    kDepth,        ///< Slashes of its path, saturated.
    kHops,         ///< Links from a seed, saturated.
    kSitemap,
    kFixedCount
  };
  static std::string_view fixed_name(std::uint32_t feature);

 private:
  using Feature = topics::OnlineLogistic::Feature;
  /// Pages judged, and the sum of their relevance.
  struct Yield {
    double judged = 0;
    double relevance = 0;
  };
  struct Page {
    SiteId site = 0;
    float relevance = 0;
    Yield led_to;
    std::vector<UrlId> targets;  ///< Targets of its links that are still open.
  };
  struct Open {
    SiteId site = 0;
    std::uint8_t own = 0;  ///< A bit for each of kOwnInAnchor .. kOwnInHeading.
    std::uint8_t depth = 0;
    bool sitemap = false;
    std::vector<UrlId> citing;
    std::vector<std::uint32_t> terms;  ///< Numbers of features, sorted.
    std::vector<std::uint64_t> seen;   ///< Hashes of the annotations read so far.
  };

  void read_annotations(Open& open, const LinkRead& read);
  void add_term_features(char kind, std::string_view text, Fixed own, Open& open);
  std::uint32_t feature_of(std::string name);
  double crawl_mean() const;
  double log_odds(const Yield& yield) const;
  std::vector<Feature> features(const Open& open, int hops) const;
  void raise_around(const Page& citing);

  Options options_;
  topics::OnlineLogistic regression_;
  std::unordered_set<std::string> own_terms_;
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<std::string> names_;  ///< Names of the features after the fixed ones.
  std::unordered_map<UrlId, Page> pages_;
  std::unordered_map<UrlId, Open> open_;
  std::vector<Yield> sites_;
  std::unordered_map<SiteId, std::vector<UrlId>> of_site_;  ///< Open URLs; others are removed
                                                            ///< lazily.
  Yield crawl_;
  std::int64_t learned_ = 0;
  std::vector<UrlId> raised_;
};

}  // namespace porthole::gatherer
