#pragma once

/// How well a model knows pages that it did not see: every example is classified by a model that was
/// trained without it and without the pages of its group (where all are of one group: without a part of its
/// pages).
///
/// Thread safety: pure functions.

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "topics/classify/training.h"

namespace porthole::topics {

struct HeldOutOptions {
  int folds = 5;                ///< Groups are dealt to this many parts.
  std::size_t few = 10;         ///< A topic with fewer examples is named in `too_few`.
  double confused = 0.3;        ///< From which share both ways a pair is named in `alike`.
};

struct NodeAccuracy {
  TopicId topic = kRootTopic;
  std::size_t examples = 0;  ///< Its own and those below it.
  std::size_t groups = 0;    ///< That they come from.
  std::size_t judged = 0;    ///< Of those, held out and classified.
  std::size_t found = 0;     ///< Of those judged, how many were led to it or below it.
  std::size_t claimed = 0;   ///< Judged examples that were led to it or below it, rightly or not.
  double recall() const { return judged == 0 ? 0 : static_cast<double>(found) / static_cast<double>(judged); }
  double precision() const {
    return claimed == 0 ? 0 : static_cast<double>(found) / static_cast<double>(claimed);
  }
};

/// Pages of `actual` that were taken for `predicted`, rightly where the two are one.
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
  std::size_t right = 0;       ///< Led to their own topic or below it.
  std::vector<NodeAccuracy> nodes;   ///< All but the root, by topic.
  std::vector<Confusion> confusion;  ///< Cells that are not 0, by actual, then predicted.
  std::vector<TopicId> too_few;      ///< Leaves.
  std::vector<AlikePair> alike;      ///< The most alike first.
  double accuracy() const { return judged == 0 ? 0 : static_cast<double>(right) / static_cast<double>(judged); }
};

/// Trains `folds` models with `options`, their open settings chosen once, on all examples.
/// Errors: those of train().
Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainingOptions& options,
                                    const HeldOutOptions& how = {});

/// The same with the settings of a model that was trained on the set.
Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainedModel& model,
                                    const HeldOutOptions& how = {});

}  // namespace porthole::topics
