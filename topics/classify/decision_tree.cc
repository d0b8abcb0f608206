#include "topics/classify/decision_tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace porthole::topics {
namespace {

constexpr double kSameScore = 1e-5;  ///< Scores nearer than this are not told apart.
constexpr double kSlack = 1e-6;
constexpr double kGainSlack = 1e-3;
constexpr double kPruneSlack = 0.1;
constexpr double kMostLeast = 25;
constexpr double kLeastShare = 0.1;

/// Examples of the two classes.
struct Classes {
  double on_topic = 0;
  double others = 0;
  double all() const { return on_topic + others; }
  double errors() const { return std::min(on_topic, others); }
};

double bits(double count) { return count > 0 ? count * std::log2(count) : 0; }
/// Entropy times the number of examples.
double information(const Classes& classes) {
  return bits(classes.all()) - bits(classes.on_topic) - bits(classes.others);
}

struct Question {
  std::uint32_t feature = 0;
  double threshold = 0;
  double gain = 0;
  double ratio = 0;
};

struct Scored {
  double value = 0;
  bool on_topic = false;
};

struct Subtree {
  Classes classes;
  std::optional<Question> question{};
  std::unique_ptr<Subtree> at_most{};
  std::unique_ptr<Subtree> more{};
};

double score_of(const FeatureVector& page, std::uint32_t feature) {
  const auto found =
      std::lower_bound(page.begin(), page.end(), feature,
                       [](const Feature& a, std::uint32_t number) { return a.number < number; });
  return found != page.end() && found->number == feature ? found->value : 0;
}

class DecisionTreeGrower {
 public:
  DecisionTreeGrower(const std::vector<TreeExample>& examples, const TreeOptions& options)
      : examples_(examples), options_(options) {
    for (const TreeExample& example : examples) {
      for (const Feature& feature : example.features)
        values_[feature.number].push_back(feature.value);
    }
    for (auto& [feature, values] : values_) std::sort(values.begin(), values.end());
  }

  std::unique_ptr<Subtree> grow(const std::vector<std::size_t>& members) const {
    auto tree = std::make_unique<Subtree>();
    tree->classes = classes_of(members);
    const bool is_pure = tree->classes.errors() <= 0;
    if (is_pure || tree->classes.all() < 2 * options_.least_leaf) return tree;
    tree->question = best_question(members, tree->classes);
    if (!tree->question) return tree;
    std::vector<std::size_t> at_most, more;
    for (const std::size_t member : members) {
      const double score = score_of(examples_[member].features, tree->question->feature);
      (score <= tree->question->threshold + kSlack ? at_most : more).push_back(member);
    }
    tree->at_most = grow(at_most);
    tree->more = grow(more);
    return tree;
  }

 private:
  Classes classes_of(const std::vector<std::size_t>& members) const {
    Classes classes;
    for (const std::size_t member : members)
      (examples_[member].on_topic ? classes.on_topic : classes.others) += 1;
    return classes;
  }

  std::optional<Question> best_question(const std::vector<std::size_t>& members,
                                        const Classes& all) const {
    std::map<std::uint32_t, std::vector<Scored>> by_feature;
    for (const std::size_t member : members) {
      for (const Feature& feature : examples_[member].features) {
        by_feature[feature.number].push_back({feature.value, examples_[member].on_topic});
      }
    }
    std::vector<Question> questions;
    double gains = 0;
    for (auto& [feature, scores] : by_feature) {
      if (const auto question = best_threshold(feature, scores, all)) {
        questions.push_back(*question);
        gains += question->gain;
      }
    }
    std::optional<Question> best;
    for (const Question& question : questions) {
      const bool gains_enough =
          question.gain >= gains / static_cast<double>(questions.size()) - kGainSlack;
      if (gains_enough && question.ratio > (best ? best->ratio : 0) + kSlack) best = question;
    }
    if (best) best->threshold = value_not_above(*best);
    return best;
  }

  /// `scores` are those that are not 0, of `all`.
  std::optional<Question> best_threshold(std::uint32_t feature, std::vector<Scored>& scores,
                                         const Classes& all) const {
    std::sort(scores.begin(), scores.end(),
              [](const Scored& a, const Scored& b) { return a.value < b.value; });
    Classes below = all;
    for (const Scored& score : scores) (score.on_topic ? below.on_topic : below.others) -= 1;
    const double least = std::clamp(kLeastShare * all.all() / 2, options_.least_leaf,
                                    std::max(kMostLeast, options_.least_leaf));
    double last = 0;
    double thresholds = 0;
    Question best{feature, 0, 0, 0};
    Classes best_below;
    for (const Scored& score : scores) {
      const Classes above{all.on_topic - below.on_topic, all.others - below.others};
      const bool is_other_score = below.all() > 0 && last + kSameScore < score.value;
      if (is_other_score && below.all() + kSlack >= least && above.all() + kSlack >= least) {
        const double gain =
            (information(all) - information(below) - information(above)) / all.all();
        thresholds += 1;
        if (gain > best.gain + kSlack) {
          best.gain = gain;
          best.threshold = (last + score.value) / 2;
          best_below = below;
        }
      }
      (score.on_topic ? below.on_topic : below.others) += 1;
      last = score.value;
    }
    if (thresholds == 0) return std::nullopt;
    best.gain -= std::log2(thresholds) / all.all();
    if (best.gain <= kSlack) return std::nullopt;
    const Classes sides{best_below.all(), all.all() - best_below.all()};
    best.ratio = best.gain / (information(sides) / all.all());
    return best;
  }

  /// The largest score of all examples that is not above the middle.
  double value_not_above(const Question& question) const {
    const std::vector<double>& values = values_.at(question.feature);
    const auto above = std::upper_bound(values.begin(), values.end(), question.threshold);
    return above == values.begin() ? 0 : *std::prev(above);
  }

  const std::vector<TreeExample>& examples_;
  const TreeOptions& options_;
  std::map<std::uint32_t, std::vector<double>>
      values_;  ///< Scores of all examples that are not 0, ascending.
};

void make_leaf(Subtree& tree) {
  tree.question.reset();
  tree.at_most.reset();
  tree.more.reset();
}

double training_errors(const Subtree& tree) {
  return tree.question ? training_errors(*tree.at_most) + training_errors(*tree.more)
                       : tree.classes.errors();
}

/// Takes out questions that do not lower the errors on the examples.
void collapse(Subtree& tree) {
  if (!tree.question) return;
  if (training_errors(tree) >= tree.classes.errors() - kGainSlack) return make_leaf(tree);
  collapse(*tree.at_most);
  collapse(*tree.more);
}

double errors_as_leaf(const Classes& classes, double confidence) {
  return classes.errors() + pessimistic_errors(classes.all(), classes.errors(), confidence);
}

/// Returns the estimated errors of what is left.
double prune(Subtree& tree, double confidence) {
  const double as_leaf = errors_as_leaf(tree.classes, confidence);
  if (!tree.question) return as_leaf;
  const double as_tree = prune(*tree.at_most, confidence) + prune(*tree.more, confidence);
  if (as_leaf > as_tree + kPruneSlack) return as_tree;
  make_leaf(tree);
  return as_leaf;
}

std::size_t lay_out(const Subtree& tree, std::vector<DecisionTree::Node>& nodes) {
  const std::size_t place = nodes.size();
  nodes.emplace_back();
  nodes[place].examples = tree.classes.all();
  nodes[place].on_topic = tree.classes.on_topic;
  if (!tree.question) return place;
  const std::size_t at_most = lay_out(*tree.at_most, nodes);
  const std::size_t more = lay_out(*tree.more, nodes);
  DecisionTree::Node& node = nodes[place];
  node.is_leaf = false;
  node.feature = tree.question->feature;
  node.threshold = tree.question->threshold;
  node.at_most = at_most;
  node.more = more;
  return place;
}

/// The z that a standard normal variable is above with probability `p`, by bisection.
double normal_above(double p) {
  double low = 0, high = 10;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > p ? low : high) = middle;
  }
  return low;
}

}  // namespace

double pessimistic_errors(double examples, double errors, double confidence) {
  if (errors < 1) {
    const double none = examples * (1 - std::pow(confidence, 1 / examples));
    return errors == 0 ? none
                       : none + errors * (pessimistic_errors(examples, 1, confidence) - none);
  }
  if (errors + 0.5 >= examples) return std::max(examples - errors, 0.0);
  const double z = normal_above(confidence);
  const double f = (errors + 0.5) / examples;
  const double upper =
      (f + z * z / (2 * examples) +
       z * std::sqrt(f / examples - f * f / examples + z * z / (4 * examples * examples))) /
      (1 + z * z / examples);
  return upper * examples - errors;
}

DecisionTree DecisionTree::grow(const std::vector<TreeExample>& examples,
                                const TreeOptions& options) {
  std::vector<std::size_t> all(examples.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::unique_ptr<Subtree> root = DecisionTreeGrower(examples, options).grow(all);
  collapse(*root);
  prune(*root, options.confidence);
  DecisionTree tree;
  lay_out(*root, tree.nodes_);
  return tree;
}

double DecisionTree::probability(const FeatureVector& page) const {
  std::size_t at = 0;
  while (!nodes_[at].is_leaf) {
    at = score_of(page, nodes_[at].feature) <= nodes_[at].threshold + kSlack ? nodes_[at].at_most
                                                                             : nodes_[at].more;
  }
  return nodes_[at].on_topic / nodes_[at].examples;
}

}  // namespace porthole::topics
