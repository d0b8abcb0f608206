#pragma once

/// Hierarchical multinomial naive Bayes.
///
/// At each inner node c0 of the taxonomy, a feature set F(c0) is chosen by how well its terms tell
/// the children of c0 apart (FisherSum, InformationSum), and for each child ci with examples D(ci)
///
///                              1 + sum over d in D(ci) of n(d, t)
///   theta(ci, t) = ------------------------------------------------------------------------  (1)
///                  |union over d in D(c0) of {t in d}| + sum over d in D(ci), t in d of n(d, t)
///
/// The denominator is that of all terms that occur below c0 and of all their occurrences, or of
/// those of F(c0) (Denominator). Kept are only logtheta(ci, t) where the sum is not 0, and
/// logdenom(ci). A page goes down the tree (trained_model.h) by
///
///   log Pr[ci|c0, d] = constant + logprior(ci)                                               (2)
///                      + sum over t in d and F(c0) of n(d, t) * log theta(ci, t)
///
/// Extensions of the paper, each an option that can be set to the published value
/// (published_naive_bayes()); labs/results/classifier.md lists the measured effect of each:
/// - `index`: mutual information in place of the Fisher index.
/// - `denominator`: the terms of F(c0) and their occurrences in place of all of them.
/// - `counting`: log(1 + n(d, t)) in place of n(d, t).
/// - `evidence`: groups (sites) are counted, not pages: they choose the features, Pr[ci|c0] is
///   their share, and each has the same say in theta(ci, t), whatever its pages hold.
/// - `rarity`: counts are multiplied by log((1 + N) / N(t))^rarity, N being all groups of the
///   training set and N(t) those that have t (inverse document frequency, IDF, over sites).
/// - `least_groups`: minimum number of groups with the term, in nodes of eight groups or more.
/// - `lengths`: the logarithm of a page longer than that many occurrences of features is scaled
///   down, as if it had but so many: a long page is not certain of everything, and which child is
///   best stays the same.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.1 (equations 1 and 2, logtheta,
/// logdenom), 2.1.3 (figures 2 and 3). log(1 + n) and rarity: Rennie, Shih, Teevan, Karger,
/// "Tackling the poor assumptions of naive Bayes text classifiers", ICML 2003, sections 4.1 and
/// 4.2.
/// Cost of descend(): terms of the page, times children that have them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "topics/classify/naive_bayes_index.h"
#include "topics/classify/trained_model.h"

namespace porthole::topics {

// Feature selection: scores terms by how well they separate the children of a taxonomy node.
//
// In:  for each child c and each term t, statistics of t over the units of c (pages or groups).
// Out: a number for each term: the larger, the better the term separates the children.
//
// Fisher index: x(d, t) is the rate at which t occurs in d, mu(c, t) its mean over D(c),
//
//              sum over pairs {c1, c2} of (mu(c1, t) - mu(c2, t))^2
//   Fisher = ------------------------------------------------------------------
//              sum over c of 1/|D(c)| * sum over d in D(c) of (x(d, t) - mu(c, t))^2
//
// Mutual information, of whether a unit has t and which child it belongs to, in nats:
//
//   MI = sum over c and over t in d or not of Pr[t, c] * log(Pr[t, c] / (Pr[t] * Pr[c]))
//
// Both are sums over the children, so that a term needs a constant number of sums, and a child
// that lacks the term need not be looked at.
//
// Source: Fisher index: Chakrabarti, Dom, Agrawal, Raghavan, "Scalable feature selection,
// classification and signature generation ...", VLDB Journal 7(3), 1998, to which Chakrabarti et
// al. 1999 (VLDB), section 2.1.1, refer. Mutual information: Cover, Thomas, "Elements of
// Information Theory", 2006, section 2.3.
// Thread safety: one thread at a time.

enum class FeatureIndex : std::uint8_t { kFisher, kMutualInformation };
/// "fisher", "mutual-information"; and back.
std::string_view feature_index_name(FeatureIndex index);
std::optional<FeatureIndex> feature_index(std::string_view name);

/// Statistics of one term over the units of one child.
struct TermInChild {
  double units = 0;      ///< |D(c)|, at least 1.
  double with_term = 0;  ///< Units that have the term.
  double sum = 0;        ///< Sum of x(d, t).
  double squares = 0;    ///< Sum of x(d, t)^2.
};

/// The Fisher index of one term.
class FisherSum {
 public:
  /// A child in which the term occurs.
  void add(const TermInChild& child);
  /// `children` is the number of children with units. A variance of zero is replaced by a very
  /// small one.
  double value(std::size_t children) const;

 private:
  double means_ = 0;
  double squared_means_ = 0;
  double variances_ = 0;
};

/// The mutual information of one term with the children.
class InformationSum {
 public:
  /// A child in which the term occurs.
  void add(const TermInChild& child);
  /// `units` are those of all children, `sum_n_log_n` is the sum of n log n over their numbers n of
  /// units.
  double value(double units, double sum_n_log_n) const;

 private:
  double with_term_ = 0;
  double joint_ = 0;  // sum of w log w + (n - w) log (n - w) - n log n
};

/// n log n; 0 for 0.
double n_log_n(double n);

/// The unit of counting: a page, or all pages of a group and a child together. Examples from fewer
/// than eight groups are always counted by page.
enum class Evidence : std::uint8_t { kPages, kGroups };

/// Terms in the denominator of equation 1.
enum class Denominator : std::uint8_t {
  kFeatures,  ///< Those of F(c0): the theta(ci, t) of a child sum to 1 over F(c0).
  kAllTerms,  ///< All that occur below c0, as printed: they sum to 1 over the vocabulary of c0.
};

struct NaiveBayesOptions {
  FeatureIndex index = FeatureIndex::kMutualInformation;
  Denominator denominator = Denominator::kFeatures;
  Evidence evidence = Evidence::kGroups;
  Counting counting = Counting::kDamped;
  double rarity = 0.5;
  int least_groups = 2;
  /// Pseudo-count added by equation 1 (additive smoothing); the paper's is 1.
  double smoothing = 1;
  /// Candidate numbers of features of a node; 0 means all. Each node uses the candidate with the
  /// best log probability of the held-out examples' topics.
  std::vector<std::size_t> features = {1000, 2000, 4000, 8000, 16000, 0};
  /// Candidate limits of a page's effective length in occurrences, chosen likewise. 0 means
  /// unlimited, as in the paper.
  std::vector<double> lengths = {2.5, 5, 10, 20, 40, 80, 0};
  int folds = 5;  ///< Folds for these choices; the pages of a group stay together.
};

/// The model as published; the number of features is still chosen on held-out examples.
NaiveBayesOptions published_naive_bayes();

/// Hyperparameters chosen for each topic.
struct NaiveBayesSettings {
  NaiveBayesOptions options;
  std::vector<std::size_t> features;
  std::vector<double> lengths;
};

class NaiveBayes final : public TrainedModel {
 public:
  /// `nodes` by topic; those without children are leaves, or not learned.
  NaiveBayes(Taxonomy taxonomy, NaiveBayesSettings settings, std::vector<NaiveBayesNode> nodes);

  std::string_view name() const override { return "naive-bayes"; }
  void descend(TopicId c0, const TermCounts& page,
               std::vector<LogProbability>& children) const override;
  std::vector<TermWeight> compare(TopicId topic, TopicId rival,
                                  const TermCounts& page) const override;
  std::vector<TermHash> distinctive_terms(TopicId topic, std::size_t most) const override;

  const NaiveBayesSettings& settings() const { return settings_; }
  const std::vector<NaiveBayesNode>& nodes() const { return nodes_; }

 private:
  NaiveBayesSettings settings_;
  std::vector<NaiveBayesNode> nodes_;
  std::vector<NaiveBayesIndex> indexes_;  // by topic
};

/// Appends, for each child of `node`, the sum of equation 2 over the terms of `page`; `index` is
/// the node's. Returns n(d), the sum of what the page's features count for.
double score_children(const NaiveBayesNode& node, const NaiveBayesIndex& index, Counting counting,
                      const TermCounts& page, std::vector<TrainedModel::LogProbability>& scores);

/// Turns the scores from place `first` on into log Pr[ci|c0, d], for a page of n(d) = `length` that
/// counts as it had at most `most` occurrences (0: unlimited).
void to_log_probabilities(const NaiveBayesNode& node, double length, double most,
                          std::vector<TrainedModel::LogProbability>& scores, std::size_t first);

}  // namespace porthole::topics
