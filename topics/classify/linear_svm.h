#pragma once

/// A linear support vector machine behind the topic model interface, its training, and the
/// probabilities of its outputs.
///
/// Classification descends the topic tree as naive Bayes does: at each inner node one binary SVM
/// for each child separates the child's examples from its siblings'. Its output becomes a
/// probability by a sigmoid fitted on held-out examples (fit_sigmoid()), and the probabilities of
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
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "topics/classify/trained_model.h"
#include "topics/classify/training_set.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

// Platt scaling: maps the output f of an SVM to a probability, P(f) = 1 / (1 + exp(A f + B)).
//
// A and B are those that give held-out outputs the best log probability, where the k+ positive
// examples are to have (k+ + 1) / (k+ + 2) and the k- negative ones 1 / (k- + 2), not 1 and 0;
// found by Newton's method with backtracking.
//
// Source: Platt, "Probabilistic outputs for support vector machines and comparisons to regularized
// likelihood methods", 1999, section 2; Lin, Lin, Weng, "A note on Platt's probabilistic outputs
// for support vector machines", Machine Learning 68, 2007, sections 2 and 3 (the method, and
// logarithms without overflow).

struct Sigmoid {
  double a = -1;
  double b = 0;

  double operator()(double output) const;
  /// Its logarithm, exact also where the probability is too small for a double.
  double log_of(double output) const;
};

struct Output {
  double value = 0;
  bool is_positive = false;
};

/// Fits A and B; returns the default when `outputs` is empty.
Sigmoid fit_sigmoid(std::span<const Output> outputs);

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

/// Chooses the cost of each inner node by cross-validation.
LinearSvmSettings choose_settings(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                  const LinearSvmOptions& options);

/// Nodes for which `settings` has no choice take the first cost of its options, or 1.
std::unique_ptr<LinearSvm> train_linear_svm(const TrainingSet& set,
                                            const std::vector<ExampleId>& examples,
                                            const LinearSvmSettings& settings);

}  // namespace porthole::topics
