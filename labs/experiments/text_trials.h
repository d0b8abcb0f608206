#pragma once

/// Measures which text of a page classifiers learn best from, and how their probabilities are
/// calibrated best.
///
/// A trial gives each held-out page the log probabilities that a model without its site gave the
/// children of every topic; calibrations are fitted to some trials and judged by others.
///
/// Source of the isotonic calibration: Zadrozny, Elkan, "Transforming classifier scores into
/// accurate multiclass probability estimates", KDD 2002 (pool adjacent violators, each class
/// against the others, scaled to sum to 1).
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "labs/experiments/classify_data.h"
#include "topics/classify/calibration.h"
#include "topics/classify/training.h"

namespace porthole::labs {

/// A way of counting the words of a page.
struct TextChoice {
  std::string name;
  std::function<topics::TermCounts(const LabelledPage&)> count;
};

/// Whole text, main content, main content with headings or with the rest at a low weight, and the
/// like; the first is the whole text.
std::vector<TextChoice> text_choices();

/// The choices of a held-out page at one topic: log probabilities of its children.
struct PageChoice {
  topics::TopicId topic = topics::kRootTopic;
  std::vector<topics::TopicId> children;
  std::vector<double> log_probabilities;
};

struct PageTrial {
  topics::ExampleId example = 0;
  topics::TopicId actual = topics::kRootTopic;
  topics::GroupId group = 0;
  std::vector<PageChoice> choices;
};

/// Trains on `seen` and judges `held`.
Result<std::vector<PageTrial>> try_pages(const topics::TrainingSet& set,
                                         const std::vector<topics::ExampleId>& seen,
                                         const std::vector<topics::ExampleId>& held,
                                         const topics::TrainingOptions& options);

/// Cross-validation over whole groups.
Result<std::vector<PageTrial>> try_parts(const topics::TrainingSet& set,
                                         const std::vector<topics::ExampleId>& examples,
                                         const topics::TrainingOptions& options,
                                         std::size_t parts = 5);

/// Whether the most probable topic of the first level, and the most probable leaf, are the page's.
struct Rightness {
  bool top = false, leaf = false;
};
Rightness rightness_of(const topics::Taxonomy& taxonomy, const PageTrial& trial);

struct Interval {
  double mean = 0, low = 0, high = 0;
};
/// The mean of `values` over pages, with the 95 per cent interval of a bootstrap over groups (2,000
/// draws).
Interval bootstrap_over_groups(const std::vector<double>& values,
                               const std::vector<topics::GroupId>& groups);

using Calibration = std::function<void(PageChoice&)>;
/// T of all topics together.
Calibration fit_one_temperature(const std::vector<PageTrial>& trials,
                                const topics::Taxonomy& taxonomy);
/// T of each topic.
Calibration fit_temperatures(const std::vector<PageTrial>& trials,
                             const topics::Taxonomy& taxonomy);
Calibration fit_isotonic(const std::vector<PageTrial>& trials, const topics::Taxonomy& taxonomy);

/// T of each topic that at least `least` pages chose at, else that of all topics together.
Calibration fit_common_temperatures(const std::vector<PageTrial>& trials,
                                    const topics::Taxonomy& taxonomy, std::size_t least);

struct CalibrationFigures {
  topics::Reliability top;   ///< The most probable topic of the first level: is it the page's?
  topics::Reliability leaf;  ///< Every leaf of every page: is it the page's?
  topics::Reliability likely_leaf;  ///< Those with a probability of .1 or more before calibration.
  double top_loss = 0;   ///< Mean -log of the probability of the page's topic of the first level.
  double leaf_loss = 0;  ///< The same of its leaf.
};
CalibrationFigures judge_calibration(const topics::Taxonomy& taxonomy,
                                     std::vector<PageTrial> trials, const Calibration& calibrate);

/// Splits trials by group into two halves at random.
std::pair<std::vector<PageTrial>, std::vector<PageTrial>> split_by_group(
    const std::vector<PageTrial>& trials, std::uint64_t seed);

}  // namespace porthole::labs
