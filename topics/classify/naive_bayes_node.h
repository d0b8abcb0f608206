#pragma once

/// Parameters of one inner node of a naive Bayes model (naive_bayes.h), as trained and saved.

#include <cstdint>
#include <vector>

#include "topics/classify/taxonomy.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

struct NaiveBayesNode {
  struct Child {
    TopicId topic = kRootTopic;
    float logprior = 0;
    float logdenom = 0;
  };
  /// logtheta(ci, t) + logdenom(ci), relative to that of a term that ci lacks.
  struct Theta {
    std::uint16_t child = 0;  ///< Index in `children`.
    float value = 0;
  };
  std::vector<Child> children;
  std::vector<TermHash> terms;        ///< F(c0), the most discriminative first.
  std::vector<float> weights;         ///< By term: the factor of its counts.
  std::vector<std::uint32_t> begins;  ///< By term: the begin of its part of `thetas`; then the end.
  std::vector<Theta> thetas;
  double length = 0;  ///< Limit of a page's effective length in occurrences; 0: unlimited.
};

}  // namespace porthole::topics
