#pragma once

/// C4.5 decision tree: classifies pages as on topic or not.
///
/// In:  examples as vectors of scores that are not negative, each on topic or not.
/// Out: a tree of questions "is score f at most c?", and at each leaf how many examples were on
/// topic.
///
/// A split is chosen by its gain ratio among those whose gain is at least the mean of all features'
/// best gains; the cost of encoding the threshold is subtracted from the gain. Thresholds are
/// scores that occur. A subtree is replaced by a leaf when it does not have fewer errors on its
/// examples, or when its pessimistic error estimate is not lower. There is no subtree raising.
/// Source: Quinlan, "C4.5: Programs for Machine Learning", 1993, chapters 2 (gain ratio, continuous
/// attributes) and 4 (error-based pruning); Quinlan 1996, "Improved use of continuous attributes in
/// C4.5", section 3 (the cost of a threshold). The trees equal those of Weka's J48 with its option
/// -S.
/// Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "topics/text/tf_idf.h"

namespace porthole::topics {

struct TreeExample {
  FeatureVector features;
  bool on_topic = false;
};

struct TreeOptions {
  double least_leaf = 2;     ///< Examples on each side of a question, at least.
  double confidence = 0.25;  ///< CF of pruning; smaller prunes more. In (0, 0.5].
};

class DecisionTree {
 public:
  struct Node {
    bool is_leaf = true;
    std::uint32_t feature = 0;  ///< Feature of the split, at an inner node.
    double threshold = 0;
    std::size_t at_most = 0;  ///< Child for scores up to the threshold.
    std::size_t more = 0;
    double examples = 0;
    double on_topic = 0;  ///< Examples on topic among them.
  };

  /// Requires: `examples` is not empty, scores are at least 0.
  static DecisionTree grow(const std::vector<TreeExample>& examples,
                           const TreeOptions& options = {});

  /// Estimated probability of being on topic: the share of the leaf's examples that are.
  double probability(const FeatureVector& page) const;
  /// Majority class of the leaf.
  bool is_on_topic(const FeatureVector& page) const { return probability(page) > 0.5; }

  /// The first is the root.
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  std::vector<Node> nodes_;
};

/// Returns the correction that is added to `errors` of `examples` at confidence CF: the upper limit
/// of the binomial distribution (exact for no error, else its normal approximation). Source:
/// Quinlan 1993, chapter 4, U_CF(E, N).
double pessimistic_errors(double examples, double errors, double confidence);

}  // namespace porthole::topics
