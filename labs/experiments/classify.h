#pragma once

/// Measures the accuracy of topic models on labelled pages.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "labs/experiments/classify_data.h"
#include "topics/classify/training.h"

namespace porthole::labs {

/// Converts labelled pages to examples, in order. The first `depth` names of a topic path count; of
/// several topics the first.
topics::TrainingSet training_set(const std::vector<LabelledPage>& pages, std::size_t depth);
/// The same with the words of each page as `count` counts them.
topics::TrainingSet training_set(
    const std::vector<LabelledPage>& pages, std::size_t depth,
    const std::function<topics::TermCounts(const LabelledPage&)>& count);

struct Accuracy {
  std::size_t pages = 0;
  std::size_t top = 0;     ///< The most probable topic of the first level is the page's.
  std::size_t second = 0;  ///< The same of the second level.
  double squares = 0;  ///< Sum over pages and topics of the first level of (Pr[c|d] - 1 or 0)^2.
  std::map<topics::TopicId, std::size_t> actual, claimed, found;  ///< Counts by leaf.

  void add(const Accuracy& other);
  double top_share() const {
    return pages == 0 ? 0 : static_cast<double>(top) / static_cast<double>(pages);
  }
  double second_share() const {
    return pages == 0 ? 0 : static_cast<double>(second) / static_cast<double>(pages);
  }
  double brier() const { return pages == 0 ? 0 : squares / static_cast<double>(pages); }
  /// Macro-averaged F1: the mean over topics of 2 * found / (actual + claimed).
  double macro_f1() const;
};

/// Examples to learn from, and examples to test with.
struct HeldOut {
  std::vector<topics::ExampleId> seen, held;
};
/// Holds out the examples of the groups whose names `is_held` is true for.
HeldOut hold_out(const topics::TrainingSet& set,
                 const std::function<bool(std::string_view group)>& is_held);

/// Trains on `seen` and classifies `held`.
Result<Accuracy> measure(const topics::TrainingSet& set, const std::vector<topics::ExampleId>& seen,
                         const std::vector<topics::ExampleId>& held,
                         const topics::TrainingOptions& options);

/// Cross-validation: each part of `examples` is held out in turn, whole groups together.
Result<Accuracy> measure_by_parts(const topics::TrainingSet& set,
                                  const std::vector<topics::ExampleId>& examples,
                                  const topics::TrainingOptions& options, std::size_t parts = 5);

}  // namespace porthole::labs
