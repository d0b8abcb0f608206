#pragma once

/// A linear support vector machine behind the topic model interface.
///
/// Classification descends the topic tree as naive Bayes does: at each inner node one binary SVM
/// for each child separates the child's examples from its siblings'. Its output becomes a
/// probability by a sigmoid fitted on held-out examples (sigmoid.h), and the probabilities of
/// siblings are normalised to sum to 1.
///
/// A page is the vector of w(t) = log(1 + n(d, t)) * log((1 + N) / N(t))^rarity, scaled to length
/// 1; N are the groups of all examples, N(t) those that have t, and t the terms that at least two
/// of them have (pages in place of groups where there are fewer than eight).
///
/// Source: the machines: Fan, Chang, Hsieh, Wang, Lin, "LIBLINEAR: a library for large linear
/// classification", JMLR 9, 2008 (L2-regularized L2-loss, the primal). Term weights: Joachims,
/// "Text categorization with support vector machines", ECML 1998, section 2; log(1 + n) as in
/// naive_bayes.h.
/// Cost of descend(): terms of the page, times children.

#include <cstddef>
#include <string_view>
#include <vector>

#include "topics/classify/sigmoid.h"
#include "topics/classify/trained_model.h"
#include "topics/text/term_table.h"

namespace porthole::topics {

struct LinearSvmOptions {
  /// Candidates for the cost of an error (C); the one with the best held-out accuracy is used.
  std::vector<double> costs = {0.1, 0.3, 1};
  double rarity = 0.7;
  /// Folds for that choice and for the sigmoids; the pages of a group stay together.
  int folds = 3;
};

/// Hyperparameters chosen for each topic.
struct LinearSvmSettings {
  LinearSvmOptions options;
  std::vector<double> costs;
};

/// Parameters of one inner node.
struct LinearSvmNode {
  struct Child {
    TopicId topic = kRootTopic;
    float bias = 0;
    Sigmoid sigmoid;
  };
  std::vector<Child> children;
  std::vector<TermHash> terms;
  std::vector<float> rarity;   ///< By term: log((1 + N) / N(t))^rarity.
  std::vector<float> weights;  ///< By term, then child.
};

class LinearSvm final : public TrainedModel {
 public:
  /// `nodes` by topic; those without children are leaves, or not learned.
  LinearSvm(Taxonomy taxonomy, LinearSvmSettings settings, std::vector<LinearSvmNode> nodes);

  std::string_view name() const override { return "svm"; }
  void descend(TopicId c0, const TermCounts& page,
               std::vector<LogProbability>& children) const override;
  std::vector<TermWeight> compare(TopicId topic, TopicId rival,
                                  const TermCounts& page) const override;
  std::vector<TermHash> distinctive_terms(TopicId topic, std::size_t most) const override;

  const LinearSvmSettings& settings() const { return settings_; }
  const std::vector<LinearSvmNode>& nodes() const { return nodes_; }

 private:
  LinearSvmSettings settings_;
  std::vector<LinearSvmNode> nodes_;
  std::vector<TermTable> tables_;  // by topic
};

}  // namespace porthole::topics
