#pragma once

/// Cross-validation: every example is classified by a model that was trained without it and without
/// the pages of its group (if all are of one group: without a part of its pages).
///
/// The same predictions calibrate a model (calibration.h). The calibrated
/// probabilities of a fold are those by the temperature of the other folds, so that no page is
/// judged by a temperature that it has a part in.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "topics/classify/calibration.h"
#include "topics/classify/training.h"

namespace porthole::topics {

struct HeldOutOptions {
  int folds = 5;          ///< Number of folds; groups are not split.
  std::size_t few = 10;   ///< A topic with fewer examples is named in `too_few`.
  double confused = 0.3;  ///< Minimum share of mutual confusion of the pairs in `alike`.
};

struct NodeAccuracy {
  TopicId topic = kRootTopic;
  std::size_t examples = 0;  ///< Its own and those below it.
  std::size_t groups = 0;    ///< Groups (sites) that they come from.
  std::size_t judged = 0;    ///< Examples that were held out and classified.
  std::size_t found = 0;     ///< Judged examples that were classified as the topic or below it.
  std::size_t claimed = 0;  ///< Examples of any topic that were classified as this one or below it.
  double recall() const {
    return judged == 0 ? 0 : static_cast<double>(found) / static_cast<double>(judged);
  }
  double precision() const {
    return claimed == 0 ? 0 : static_cast<double>(found) / static_cast<double>(claimed);
  }
};

/// A cell of the confusion matrix: pages of `actual` that were classified as `predicted`.
struct Confusion {
  TopicId actual = kRootTopic;
  TopicId predicted = kRootTopic;
  std::size_t pages = 0;
};

struct AlikePair {
  TopicId first = kRootTopic;
  TopicId second = kRootTopic;
  double first_as_second = 0;  ///< Share of the first's judged examples.
  double second_as_first = 0;
};

struct HeldOutReport {
  std::size_t judged = 0;
  std::size_t right = 0;             ///< Classified as their own topic or below it.
  std::vector<NodeAccuracy> nodes;   ///< All but the root, by topic.
  std::vector<Confusion> confusion;  ///< Cells that are not 0, by actual, then predicted.
  std::vector<TopicId> too_few;      ///< Leaves.
  std::vector<AlikePair> alike;      ///< The most alike first.
  /// The predictions of `uncalibrated` and `calibrated` are of the relevance, where topics are
  /// good; else of the most probable topic below the root.
  bool of_relevance = false;
  Reliability uncalibrated, calibrated;
  /// From all folds: for TrainedModel::set_temperature(). 1 where fewer than 50 choices were held
  /// out, or temperatures did not lessen their cross entropy; then `calibrated` is `uncalibrated`.
  double temperature = 1;
  double accuracy() const {
    return judged == 0 ? 0 : static_cast<double>(right) / static_cast<double>(judged);
  }
};

/// Trains `folds` models with `options`, their open settings chosen once, on all examples.
/// Errors: those of train().
Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainingOptions& options,
                                    const HeldOutOptions& how = {});

/// Cross-validates with the settings of a model that was trained on the set, or on `examples` of
/// it.
Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainedModel& model,
                                    const HeldOutOptions& how = {});
Result<HeldOutReport> test_held_out(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                    const TrainedModel& model, const HeldOutOptions& how = {});

}  // namespace porthole::topics
