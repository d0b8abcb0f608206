#pragma once

/// Statistics of a sample: shares of values, means and medians with their intervals, tests of its
/// distribution, the recall of a crawl by it, corrections for the errors of a classifier. The only
/// user of the GNU Scientific Library.
///
/// In:  one value for each page of the sample.
/// Out: estimates for the whole topic.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 5.1 (which statistics).
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace porthole::sampler {

// Confidence intervals of shares, means and medians, from a sample of independent pages.
//
// Heavy-tailed counts (the links of an index page) are reported by their median, not by their
// mean: a mean dominated by one page of a thousand cannot be estimated from a sample that lacks
// that page.
//
// Sources: Wilson 1927 (score interval of a share), with Brown, Cai, DasGupta 2001 for its
// coverage; Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3 (percentile
// interval), widened for small samples as in Hesterberg 2015, section 5.3 (expanded percentile);
// Thompson 1936 (interval of the median by order statistics).

inline constexpr double kLevel = 0.95;
inline constexpr int kBootstrapRounds = 2000;

struct Interval {
  double estimate = 0;
  double low = 0;
  double high = 0;
  bool holds(double truth) const { return low <= truth && truth <= high; }
};

/// Interval of a share, from `hits` among `size`; [0, 1] when size is 0.
Interval share_interval(std::size_t hits, std::size_t size, double level = kLevel);

/// Bootstrap interval of a mean; of width 0 when all values are equal. Requires: `values` is not
/// empty.
Interval bootstrap_mean(std::span<const double> values, std::uint64_t random_seed,
                        double level = kLevel, int rounds = kBootstrapRounds);

/// Interval of the median, between the values at the ranks that enclose it with probability
/// `level`; exact for any distribution, wider with ties. Requires: `values` is not empty.
Interval median_interval(std::span<const double> values, double level = kLevel);

// Distribution functions and quantiles.

/// P(X > x) of the chi-square distribution. Requires: x >= 0, degrees > 0.
double chi_square_above(double x, double degrees);
/// Quantile of the standard normal distribution. Requires: 0 < p < 1.
double normal_quantile(double p);
double normal_below(double z);
/// Quantile of Student's t distribution. Requires: 0 < p < 1, degrees > 0.
double student_quantile(double p, double degrees);

struct ShareOfValue {
  std::string value;
  std::size_t pages = 0;  ///< Pages of the sample.
  Interval share;
};

/// Returns the shares of the `most` most frequent values, the most frequent first. A value that all
/// pages have gets the score interval, since resampling equal values gives width 0.
std::vector<ShareOfValue> shares_of(const std::vector<std::string>& values, std::size_t most,
                                    std::uint64_t random_seed);

/// The mean of values in [0, 1], each the share of a page: bootstrap; where all are 0, or all 1,
/// the score interval of as many yes or no answers. Requires: `shares` is not empty.
Interval mean_of_shares(std::span<const double> shares, std::uint64_t random_seed);

/// Names the bin of a count: "0", "1 to 4", "5 to 9", "10 to 19", "20 to 49", "50 to 99", "100 to
/// 199", "200 and more".
std::string bin_of(std::size_t count);

// Pearson's chi-square tests of the distribution of a sample.
//
// Source: Pearson 1900; Press, Flannery, Teukolsky, Vetterling, "Numerical Recipes in C", section
// 14.3 (of one distribution against a known one, of two against each other), which Bar-Yossef,
// Kanungo, Krauthgamer 2003, section 5.2, use; classes of fewer than 5 expected are put together
// (Cochran 1954).

struct ChiSquare {
  double statistic = 0;
  double degrees = 0;
  /// Probability of a statistic at least as large under equal distributions (p-value).
  double p = 1;
  bool rejects(double level = 0.05) const { return p < level; }
};

/// Tests whether `counts` are proportional to `weights`. Requires: as many of each, at least two;
/// no weight 0.
ChiSquare proportionality(std::span<const std::size_t> counts,
                          std::span<const std::size_t> weights);

using Counts = std::map<std::string, std::size_t>;
/// Tests whether two samples have the same distribution. Degrees 0 and p 1 when fewer than two
/// classes remain.
ChiSquare homogeneity(const Counts& sample, const Counts& reference);

// Estimates the recall of a crawl by capture-recapture: the crawl is the capture, a uniform sample
// of the topic the recapture, and the share of the sample that the crawl has is its recall.
//
// By site: the share of the sample whose site the crawl has pages on topic of, that is the
// probability that a page drawn from the topic lies on a site that the crawl knows. (A share of
// sites, each counted once, cannot be estimated from a sample of pages: small sites are missing
// from it.)
//
// The size of the topic is Chapman's estimate; its bounds are the crawl's size over those of the
// recall.
//
// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 1 (recall of a crawl by a focused
// sample); Chapman 1951 (size); intervals as above. Requires of the sample: independent
// pages, drawn uniformly, not by the crawl's own choice.

/// A page of the sample, looked up in the crawl.
struct Recaptured {
  bool page_known = false;  ///< The crawl has it as a page on topic.
  bool site_known = false;  ///< The crawl has a page on topic of its site.
};

struct Recall {
  Interval pages;
  Interval sites;
  Interval topic_size;  ///< Pages on topic in all; `high` infinite when the recall may be 0.
};

/// `crawled`: number of pages on topic in the crawl.
Recall estimate_recall(const std::vector<Recaptured>& sample, std::size_t crawled);

// How the errors of a classifier change what a sample says, by its held-out confusion.
//
// In:  statistics of pages that the classifier holds for on topic; how it judged pages that it was
//      not trained on, whose topics are known.
// Out: the same statistics of the pages that are on topic: corrected, where the errors act on what
//      is counted, else bounds that hold whatever the wrong pages are like.
//
// The share r of links that lead to the topic is seen as s r + f (1 - r), s being the sensitivity
// and f the share of other pages that are taken for the topic: r = (seen - f) / (s - f). A share p
// of the pages held for on topic is: a share seen among them is p x + (1 - p) y for the true x and
// an unknown y in [0, 1]. Shares of topics are the ones under which what was predicted is most
// likely, given Pr[predicted|actual], found by expectation maximisation.
//
// Source: Rogan, Gladen, "Estimating prevalence from the results of a screening test", American
// Journal of Epidemiology 107, 1978; Manski, "Identification Problems in the Social Sciences",
// 1995, chapter 3 (bounds under contamination: Horowitz, Manski, Econometrica 63, 1995); Saerens,
// Latinne, Decaestecker, "Adjusting the outputs of a classifier to new a priori probabilities",
// Neural Computation 14, 2002 (expectation maximisation).

/// Pages of one topic that were classified as one.
struct ConfusedPages {
  std::string actual, predicted;  ///< Paths of topics.
  std::size_t pages = 0;
};

/// Held-out pages, on topic or not.
struct ClassifierErrors {
  std::size_t on = 0, found = 0;     ///< On topic; of them held for it.
  std::size_t off = 0, claimed = 0;  ///< Off topic; of them held for on topic.
  Interval sensitivity() const { return share_interval(found, on); }
  Interval false_positives() const { return share_interval(claimed, off); }
  /// Share of the pages held for on topic that are, with as many on and off as in the training set.
  Interval precision() const { return share_interval(found, found + claimed); }
};

/// The share r that is seen as `seen`; empty when the classifier tells nothing apart.
std::optional<Interval> corrected_share(const Interval& seen, const ClassifierErrors& errors);

/// Bounds of a share among pages on topic, of whom a share `precision` of the pages consists in
/// which it was `seen`. The estimate is that of wrong pages that are like the others.
Interval bounded_share(const Interval& seen, double precision);

/// Shares of actual topics, by the topics that were predicted. Topics without held-out pages are
/// taken for always right.
std::map<std::string, double> corrected_topics(const Counts& predicted,
                                               const std::vector<ConfusedPages>& confusion);

}  // namespace porthole::sampler
