#pragma once

/// What one inner node of a naive Bayes model knows (naive_bayes.h): what is trained and saved.

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
  std::vector<TermHash> terms;        ///< F(c0), the most telling first.
  std::vector<float> weights;         ///< By term: what its counts are multiplied by.
  std::vector<std::uint32_t> begins;  ///< Of each term's part of `thetas`, and the end.
  std::vector<Theta> thetas;
  double length = 0;  ///< Occurrences that a page counts for at most; 0 is no limit.
};

}  // namespace porthole::topics
