#pragma once

/// Trains a naive Bayes model (naive_bayes.h) from examples.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "topics/classify/naive_bayes.h"
#include "topics/classify/training_set.h"

namespace porthole::topics {

/// Chooses, for each inner node, the number of features and the length with the best log
/// probability of the held-out examples' topics; with only one length to choose from, the number of
/// features with the best accuracy.
NaiveBayesSettings choose_settings(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                   const NaiveBayesOptions& options);

/// Nodes without an entry in `settings` use all features and unlimited length.
std::unique_ptr<NaiveBayes> train_naive_bayes(const TrainingSet& set,
                                              const std::vector<ExampleId>& examples,
                                              const NaiveBayesSettings& settings);

// Trains the nodes of a naive Bayes model (naive_bayes.h), one inner node after another.
//
//   NaiveBayesTrainer trainer(set, options, examples);
//   if (trainer.learn(c0) > 0) nodes[c0] = trainer.node(8000);
//
// Buffers of the size of the vocabulary are allocated once and reused, so that the cost of a node
// depends on its examples only.
// Thread safety: one thread at a time. Lifetime: set and options must outlive it.

class NaiveBayesTrainer {
 public:
  NaiveBayesTrainer(const TrainingSet& set, const NaiveBayesOptions& options,
                    const std::vector<ExampleId>& examples);

  /// The examples of a topic and of those below it, ordered by group.
  const std::vector<ExampleId>& below(TopicId topic) const { return below_[topic]; }

  /// Reads the examples below c0 and ranks their terms. Returns how many children have examples.
  std::size_t learn(TopicId c0);

  /// Returns the node that learn() read last, with its `features` most discriminative terms; 0
  /// means all.
  NaiveBayesNode node(std::size_t features) const;

 private:
  struct Child {
    TopicId topic = kRootTopic;
    double pages = 0;
    double units = 0;
    double mass = 0;  ///< Mass of all its terms, features or not.
  };
  /// The numerator of equation 1, less its 1.
  struct Sum {
    TermNumber term = 0;
    std::uint16_t child = 0;
    double value = 0;
  };
  struct InUnit {
    double rate = 0;  ///< Sum over the unit's pages of their x(d, t).
    double mass = 0;  ///< Sum of what its counts count for.
  };
  struct OfTerm {
    FisherSum fisher;
    InformationSum information;
    std::uint32_t units = 0;
  };

  void forget();
  void learn_child(std::size_t index, std::span<const ExampleId> examples);
  double add_page(ExampleId example);
  void end_unit(double pages, double scale);
  void end_child(std::size_t index, double scale);
  void rank_terms();
  std::size_t count_features(std::size_t features, NaiveBayesNode& node,
                             std::vector<double>& mass) const;

  const TrainingSet& set_;
  const NaiveBayesOptions& options_;
  std::vector<std::vector<ExampleId>> below_;
  UnitCounts counts_;
  std::vector<float> weights_;  // by term

  // State of the current node: by term, and for the terms that occur.
  std::vector<Child> children_;
  std::vector<Sum> sums_;
  std::vector<OfTerm> of_term_;
  std::vector<std::uint32_t> ranks_;
  std::vector<TermNumber> ranked_;
  std::size_t terms_ = 0;  ///< Terms that occur below the node.
  double units_ = 0;
  double sum_n_log_n_ = 0;

  // State of the child and the unit that are being read.
  std::vector<TermInChild> in_child_;
  std::vector<double> child_mass_;
  std::vector<TermNumber> child_terms_;
  std::vector<InUnit> in_unit_;
  std::vector<TermNumber> unit_terms_;
};

}  // namespace porthole::topics
