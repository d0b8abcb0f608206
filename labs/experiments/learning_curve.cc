#include "labs/experiments/learning_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "labs/experiments/classify.h"
#include "sampler/distributions.h"
#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

using topics::ExampleId;
using topics::GroupId;

/// A fifth of the pages is held out, a quarter of the others'.
constexpr std::size_t kParts = 5;

template <class T>
void shuffle(std::vector<T>& items, sampler::HashRng& rng) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(i)]);
}

struct Draw {
  std::vector<ExampleId> pool;    ///< In random order.
  std::vector<ExampleId> judged;  ///< In order.
  double held_share = 0;
};

Draw draw_groups(const topics::TrainingSet& set, const CurvePlan& plan,
                 const std::vector<GroupId>& held_groups, std::size_t number) {
  sampler::HashRng rng(plan.random_seed, number, 0);
  const std::vector<ExampleId> all = set.all();
  std::vector<std::size_t> pages_of(set.groups(), 0);
  for (const ExampleId example : all) ++pages_of[set.group_of(example)];
  std::vector<bool> is_held(set.groups(), false);
  if (!held_groups.empty()) {
    is_held[held_groups[number % held_groups.size()]] = true;
  } else {
    std::vector<GroupId> groups(set.groups());
    std::iota(groups.begin(), groups.end(), GroupId{0});
    shuffle(groups, rng);
    std::size_t held = 0;
    for (const GroupId group : groups) {
      // A group that would hold out far more than a fifth stays where examples are drawn from.
      if (held + pages_of[group] > all.size() / kParts) continue;
      is_held[group] = true;
      held += pages_of[group];
    }
  }
  Draw draw;
  for (const ExampleId example : all)
    (is_held[set.group_of(example)] ? draw.judged : draw.pool).push_back(example);
  draw.held_share = static_cast<double>(draw.judged.size()) /
                    static_cast<double>(std::max<std::size_t>(draw.pool.size(), 1));
  shuffle(draw.pool, rng);
  shuffle(draw.judged, rng);
  draw.judged.resize(std::min(draw.judged.size(), plan.most_judged));
  std::sort(draw.judged.begin(), draw.judged.end());
  return draw;
}

Result<void> judge_draw(const topics::TrainingSet& set, const CurvePlan& plan, const Draw& draw,
                        std::vector<CurvePoint>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    CurvePoint& point = points[i];
    const std::size_t examples = std::min(plan.examples[i], draw.pool.size());
    point.examples = point.examples == 0 ? examples : std::min(point.examples, examples);
    point.held_share += draw.held_share / static_cast<double>(plan.draws);
    std::vector<ExampleId> seen(draw.pool.begin(),
                                draw.pool.begin() + static_cast<std::ptrdiff_t>(examples));
    std::sort(seen.begin(), seen.end());
    for (std::size_t m = 0; m < plan.models.size(); ++m) {
      TRY_AS(accuracy, measure(set, seen, draw.judged, plan.models[m].options));
      point.models[m].accuracy.push_back(accuracy->top_share());
      point.models[m].brier.push_back(accuracy->brier());
    }
  }
  return {};
}

}  // namespace

Result<std::vector<CurvePoint>> learning_curve(const topics::TrainingSet& set,
                                               const CurvePlan& plan) {
  std::vector<GroupId> held_groups;
  for (const std::string& name : plan.held_groups) {
    GroupId group = 0;
    while (group < set.groups() && set.group_name(group) != name) ++group;
    if (group == set.groups()) return fail(ErrorCode::kInvalid, "there is no group " + name);
    held_groups.push_back(group);
  }
  std::vector<CurvePoint> points(plan.examples.size());
  for (CurvePoint& point : points) point.models.resize(plan.models.size());
  for (std::size_t number = 0; number < plan.draws; ++number) {
    const Draw draw = draw_groups(set, plan, held_groups, number);
    TRY(judge_draw(set, plan, draw, points));
  }
  return points;
}

DrawnMean mean_of_draws(const std::vector<double>& values, double held_share) {
  const auto draws = static_cast<double>(values.size());
  if (values.empty()) return {};
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / draws;
  if (values.size() < 2) return {mean, mean, mean};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt((1 / draws + held_share) * squares / (draws - 1));
  const double half = sampler::student_quantile(0.975, draws - 1) * error;
  return {mean, mean - half, mean + half};
}

DrawnMean difference_of_draws(const std::vector<double>& a, const std::vector<double>& b,
                              double held_share) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) differences.push_back(a[i] - b[i]);
  return mean_of_draws(differences, held_share);
}

}  // namespace porthole::labs
