#pragma once

/// A topic model that was learned from examples, and can be saved (model_file.h) and trained again
/// (training.h). It owns a copy of the taxonomy, of which the marks may change at any time.
///
/// What is common to all of them is the walk down the tree: the root and the path nodes are expanded
/// always, so that every good node has its probability; then the most probable node that is not
/// expanded yet, until that one is a leaf.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.1 (chain rule, pool of nodes), equation 3.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "topics/classify/topic_model.h"

namespace porthole::topics {

class TrainedModel : public TopicModel {
 public:
  explicit TrainedModel(Taxonomy taxonomy) : taxonomy_(std::move(taxonomy)) {}

  const Taxonomy& taxonomy() const override { return taxonomy_; }
  /// What relevance goes by from now on. Errors: those of Taxonomy::mark_good(). Thread safety: no other
  /// thread may classify meanwhile.
  Result<void> mark_good(const std::vector<TopicId>& good) { return taxonomy_.mark_good(good); }

  Classification classify(const TermCounts& page) const final;

  /// Appends to `children` log Pr[ci|c0, page] of the children ci of c0 that were learned; of no child when
  /// there are none. Their probabilities sum to 1.
  struct LogProbability {
    TopicId topic = kRootTopic;
    double log_probability = 0;
  };
  virtual void descend(TopicId c0, const TermCounts& page, std::vector<LogProbability>& children) const = 0;

  /// What the terms of `page` that the model knows say for `topic` and against its sibling `rival`; below 0 they speak
  /// for the rival. Naive Bayes: they sum, with the priors, to log Pr[topic|page] - log Pr[rival|page]. SVM: to the
  /// difference of the outputs of the two machines, less that of their biases. Requires: siblings.
  struct TermWeight {
    TermHash term = 0;
    std::uint32_t count = 0;  ///< n(d, t)
    double weight = 0;
  };
  virtual std::vector<TermWeight> compare(TopicId topic, TopicId rival, const TermCounts& page) const = 0;

  /// At most `most` terms that set `topic` apart from its siblings, the most telling first. None for the
  /// root.
  virtual std::vector<TermHash> distinctive_terms(TopicId topic, std::size_t most) const = 0;

 private:
  Taxonomy taxonomy_;
};

/// Makes exp() of all of `values` sum to 1: subtracts the logarithm of that sum.
void normalize_logs(std::vector<TrainedModel::LogProbability>& values, std::size_t from);

}  // namespace porthole::topics
