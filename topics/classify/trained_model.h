#pragma once

/// Interface of topic classifiers, and the base class of those trained from examples, which can be
/// saved (model_file.h) and trained
/// again (training.h). A model owns a copy of the taxonomy, whose marks may change at any time.
///
/// classify() walks down the tree best-first: the root and the path nodes are always expanded, so
/// that every good node gets a probability; then the most probable unexpanded node, until that is a
/// leaf.
///
/// A model states the text of pages that it was trained on and that it is to be given, and the
/// temperature by which its choices are calibrated (calibration.h).
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.1 (chain rule, pool of nodes),
/// equation 3.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "topics/classify/taxonomy.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

// Topic classifiers compute topic probabilities and the relevance of a page.
//
// In:  the words of a page, counted (term_counts.h).
// Out: the probability of topics, and with the nodes marked good the page's relevance.
//
// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.1 (Pr[c|d] by the chain rule),
// equation 3 (soft focus: R(d) is the sum of Pr[c|d] over good c), section 2.1.2 (hard focus: by
// the best leaf).
// Units: probabilities in [0, 1]. Thread safety: const members, any thread.

struct TopicProbability {
  TopicId topic = kRootTopic;
  double probability = 0;
};

struct Classification {
  double relevance = 0;         ///< R(d) = sum of Pr[c|d] over good c.
  TopicId best = kRootTopic;    ///< c*, the leaf that best-first expansion ends at.
  bool best_is_wanted = false;  ///< c* is good or below a good node: the hard focus rule.
  /// Every node whose probability was computed, by topic; the root (1) among them. The
  /// probabilities of a node's children, where they are there, sum to the node's own.
  std::vector<TopicProbability> topics;
};

class TopicModel {
 public:
  virtual ~TopicModel() = default;

  /// "naive-bayes", "svm".
  virtual std::string_view name() const = 0;
  /// The taxonomy that the model was trained on, with the marks that define relevance.
  virtual const Taxonomy& taxonomy() const = 0;
  virtual Classification classify(const TermCounts& page) const = 0;
};

class TrainedModel : public TopicModel {
 public:
  explicit TrainedModel(Taxonomy taxonomy) : taxonomy_(std::move(taxonomy)) {}

  const Taxonomy& taxonomy() const override { return taxonomy_; }
  /// Changes the good topics, which define relevance. Errors: those of Taxonomy::mark_good().
  /// Thread safety: no other thread may classify meanwhile.
  Result<void> mark_good(const std::vector<TopicId>& good) { return taxonomy_.mark_good(good); }

  JudgedText text() const { return text_; }
  void set_text(JudgedText text) { text_ = text; }

  /// T of the choice among the children of any topic; 1 for a model that is not calibrated.
  double temperature() const { return temperature_; }
  /// Requires: above 0.
  void set_temperature(double temperature) { temperature_ = temperature; }

  /// With calibrated probabilities.
  Classification classify(const TermCounts& page) const final;

  /// Appends to `children` log Pr[ci|c0, page] for each trained child ci of c0, if any, before
  /// calibration. Their probabilities sum to 1.
  struct LogProbability {
    TopicId topic = kRootTopic;
    double log_probability = 0;
  };
  virtual void descend(TopicId c0, const TermCounts& page,
                       std::vector<LogProbability>& children) const = 0;

  /// Weighs each known term of `page` as evidence for `topic` against its sibling `rival`; below 0
  /// it is evidence for the rival. Naive Bayes: they sum, with the priors, to log Pr[topic|page] -
  /// log Pr[rival|page] before calibration. SVM: to the difference of the outputs of the two
  /// machines, less that of their biases. Requires: siblings.
  struct TermWeight {
    TermHash term = 0;
    std::uint32_t count = 0;  ///< n(d, t)
    double weight = 0;
  };
  virtual std::vector<TermWeight> compare(TopicId topic, TopicId rival,
                                          const TermCounts& page) const = 0;

  /// Returns at most `most` terms that distinguish `topic` from its siblings, the most
  /// discriminative first; none for the root.
  virtual std::vector<TermHash> distinctive_terms(TopicId topic, std::size_t most) const = 0;

 private:
  Taxonomy taxonomy_;
  JudgedText text_ = JudgedText::kWhole;
  double temperature_ = 1;
};

/// Normalises log probabilities so that their exponentials sum to 1 (log-sum-exp).
void normalize_logs(std::vector<TrainedModel::LogProbability>& values, std::size_t from);

}  // namespace porthole::topics
