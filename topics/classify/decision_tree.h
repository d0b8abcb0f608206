#pragma once

/// A decision tree that tells pages on topic from others: C4.5.
///
/// In:  examples as vectors of scores that are not negative, each on topic or not.
/// Out: a tree of questions "is score f at most c?", and at each leaf how many examples were on topic.
///
/// A question is chosen by its gain ratio among those whose gain is at least the mean of all features' best; from the
/// gain is taken what it costs to say which of the thresholds it is. A threshold is a score that occurs. A subtree is replaced by a
/// leaf when it does not have fewer errors on its examples, or when its pessimistic estimate of errors is not
/// lower. Subtrees are not raised.
///
/// Source: Quinlan, "C4.5: Programs for Machine Learning", 1993, chapters 2 (gain ratio, continuous attributes) and 4
/// (error-based pruning); Quinlan 1996, "Improved use of continuous attributes in C4.5", section 3 (the cost of
/// a threshold). The same tree as Weka's J48 makes with its option -S.
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
    std::uint32_t feature = 0;   ///< Of a question.
    double threshold = 0;
    std::size_t at_most = 0;     ///< The node where the score is at most the threshold; where it is more:
    std::size_t more = 0;
    double examples = 0;
    double on_topic = 0;         ///< Of them.
  };

  /// Requires: `examples` is not empty, scores are at least 0.
  static DecisionTree grow(const std::vector<TreeExample>& examples, const TreeOptions& options = {});

  /// The share of the leaf's examples that are on topic.
  double probability(const FeatureVector& page) const;
  /// More of the leaf's examples are on topic than not.
  bool is_on_topic(const FeatureVector& page) const { return probability(page) > 0.5; }

  /// The first is the root.
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  std::vector<Node> nodes_;
};

/// What is added to `errors` of `examples` to get their number with confidence CF: the upper limit of the binomial
/// distribution (exact for no error, by its normal approximation from one on). Source: Quinlan 1993, chapter 4,
/// U_CF(E, N).
double pessimistic_errors(double examples, double errors, double confidence);

}  // namespace porthole::topics
