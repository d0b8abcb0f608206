#pragma once

/// Interface of topic classifiers: computes topic probabilities and the relevance of a page.
///
/// In:  the words of a page, counted (term_counts.h).
/// Out: the probability of topics, and with the nodes marked good the page's relevance.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.1 (Pr[c|d] by the chain rule),
/// equation 3 (soft focus: R(d) is the sum of Pr[c|d] over good c), section 2.1.2 (hard focus: by
/// the best leaf).
/// Units: probabilities in [0, 1]. Thread safety: const members, any thread.

#include <string_view>
#include <vector>

#include "topics/classify/taxonomy.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

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

}  // namespace porthole::topics
