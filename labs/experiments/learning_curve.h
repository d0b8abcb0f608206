#pragma once

/// Learning curves: accuracy of topic models by the number of training examples.
///
/// In:  labelled pages with their groups, the models, the numbers of examples.
/// Out: for each number and model the accuracy and the Brier score of every draw.
///
/// A draw holds out whole groups, and draws the examples at random from the pages of all other
/// groups; those of a smaller number are among those of a larger one. All models of a draw learn
/// from the same pages and are judged by the same held-out pages, so that they are compared in
/// pairs.
///
/// Source of the intervals: Nadeau, Bengio, "Inference for the generalization error", Machine
/// Learning 52, 2003 (corrected resampled t): the draws share pages, so the variance of their mean
/// is taken as (1 / J + held / kept) s^2, not s^2 / J. That is the wider, the more is held out.
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "topics/classify/training.h"

namespace porthole::labs {

struct CurveModel {
  std::string name;
  topics::TrainingOptions options;
};

struct CurvePlan {
  std::vector<CurveModel> models;
  std::vector<std::size_t> examples;  ///< Ascending; larger numbers than available mean all.
  std::size_t draws = 20;
  std::uint64_t random_seed = 1;
  /// Groups that are held out one at a time, in turn. Else groups are drawn until they have a fifth
  /// of the pages.
  std::vector<std::string> held_groups;
  std::size_t most_judged = 2000;  ///< Maximum of held-out pages, drawn at random.
};

/// Scores of one model, by draw.
struct CurveScores {
  std::vector<double>
      accuracy;  ///< Share of the held-out pages whose most probable topic (first level) is theirs.
  std::vector<double>
      brier;  ///< Mean over pages of the sum over topics of (Pr[c|d] - 1 or 0)^2: less is better.
};

struct CurvePoint {
  std::size_t examples = 0;  ///< Training examples; the fewest of any draw.
  double held_share =
      0;  ///< Mean over draws of pages held out, over those that examples are drawn from.
  std::vector<CurveScores> models;
};

/// A point for each number of examples. Errors: kInvalid for a group that is not there; those of
/// training.
Result<std::vector<CurvePoint>> learning_curve(const topics::TrainingSet& set,
                                               const CurvePlan& plan);

/// The mean of `values`, one a draw, with its 95 per cent interval; `held_share` as in CurvePoint.
struct DrawnMean {
  double mean = 0, low = 0, high = 0;
};
DrawnMean mean_of_draws(const std::vector<double>& values, double held_share);
/// Mean of the paired differences a - b.
DrawnMean difference_of_draws(const std::vector<double>& a, const std::vector<double>& b,
                              double held_share);

}  // namespace porthole::labs
