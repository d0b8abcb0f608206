#pragma once

/// The default: learns from the crawl's own outcomes which links lead to relevant pages.
///
/// For every URL that is linked to it keeps what is known before the fetch, x: what its links say, by kind
/// of annotation (terms of anchor, title, alt, name and onmouseover; of the URL; of the text beside the
/// link; of the heading above it), the relevance and topic of the pages that cite it, what those pages have
/// led to so far (a hub's yield), what its site has yielded so far, own words of the topic in each kind, how
/// far it is from a seed. An online logistic regression (topics/classify/online_logistic.h) turns x into p, the
/// probability that the page is relevant; each fetched page with its judgement is an example, told once.
///
/// A URL's priority is p plus kappa * sqrt(p (1 - p) / (n + 1)), n the pages of its site fetched so far: one
/// standard deviation of what is not known about the site yet, so that new sites are tried where RWB draws
/// at random. Nothing is pruned.
///
/// The weights of the features that every crawl has (all but the terms) begin at values that were set by hand,
/// so that the first pages are not chosen blindly; labs/results/experiments.md has what they are worth.
///
/// Source: ours. What it learns from is that of Sundaresan, Yi, Huang 2000, Table 1 (kinds of link metadata)
/// and Chakrabarti, van den Berg, Dom 1999 (relevance of citing pages, hubs); exploration by an upper
/// confidence bound: Auer, Cesa-Bianchi, Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem",
/// Machine Learning 47, 2002. Thread safety: one thread.

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

  /// The features that every crawl has; terms come after them.
  enum Fixed : std::uint32_t {
    kBias,
    kBestCiting,      ///< Largest relevance among the citing pages.
    kMeanCiting,      ///< Their mean.
    kCitedFromAfar,   ///< A relevant page of another site cites it.
    kCitingYield,     ///< Log-odds of what the best citing page led to so far.
    kSiteYield,       ///< Log-odds of what its site yielded so far.
    kSiteKnown,       ///< 1 - 1 / (1 + pages of its site fetched).
    kOwnInAnchor,     ///< An own word of the topic in anchor, title, alt, name or onmouseover.
    kOwnInUrl,
    kOwnBeside,
    kOwnInHeading,
    kCitingSites,     ///< Logarithm of the sites that cite it.
    kDepth,           ///< Slashes of its path, saturated.
    kHops,            ///< Links from a seed, saturated.
    kSitemap,
    kFixedCount
  };
  static std::string_view fixed_name(std::uint32_t feature);

 private:
  using Feature = topics::OnlineLogistic::Feature;
  /// Pages judged, and how relevant they were in all.
  struct Yield {
    double judged = 0;
    double relevance = 0;
  };
  struct Page {
    SiteId site = 0;
    float relevance = 0;
    Yield led_to;
    std::vector<UrlId> targets;  ///< Of its links, as long as they are open.
  };
  struct Open {
    SiteId site = 0;
    std::uint8_t own = 0;        ///< A bit for each of kOwnInAnchor .. kOwnInHeading.
    std::uint8_t depth = 0;
    bool sitemap = false;
    std::vector<UrlId> citing;
    std::vector<std::uint32_t> terms;  ///< Features, sorted.
    std::vector<std::uint64_t> seen;   ///< Annotations that were read, by hash.
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
  std::vector<std::string> names_;  ///< Of the features beyond the fixed ones.
  std::unordered_map<UrlId, Page> pages_;
  std::unordered_map<UrlId, Open> open_;
  std::vector<Yield> sites_;
  std::unordered_map<SiteId, std::vector<UrlId>> of_site_;  ///< Open URLs; forgotten ones are weeded out when met.
  Yield crawl_;
  std::int64_t learned_ = 0;
  std::vector<UrlId> raised_;
};

}  // namespace porthole::gatherer
