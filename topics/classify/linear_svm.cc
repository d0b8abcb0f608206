#include "topics/classify/linear_svm.h"

#include <linear.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "topics/classify/training_set.h"

namespace porthole::topics {
namespace {

constexpr int kMostRounds = 100;
constexpr double kRidge = 1e-12;  // keeps the Hessian positive definite
constexpr double kSmallGradient = 1e-5;
constexpr double kSmallestStep = 1e-10;
constexpr double kSufficientDecrease = 1e-4;

// log(1 + exp(x)).
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

struct Targets {
  double positive = 0;
  double negative = 0;
  double of(const Output& output) const { return output.is_positive ? positive : negative; }
};

// Minus the log probability of the targets. With z = A f + B it is, an output, t z + log(1 +
// exp(-z)).
double loss(std::span<const Output> outputs, const Targets& targets, const Sigmoid& s) {
  double sum = 0;
  for (const Output& output : outputs) {
    const double z = s.a * output.value + s.b;
    sum += targets.of(output) * z + softplus(-z);
  }
  return sum;
}

struct Slope {
  double gradient_a = 0, gradient_b = 0;
  double aa = kRidge, bb = kRidge, ab = 0;
};

Slope slope(std::span<const Output> outputs, const Targets& targets, const Sigmoid& s) {
  Slope sum;
  for (const Output& output : outputs) {
    const double p = s(output.value);
    const double first = targets.of(output) - p;
    const double second = p * (1 - p);
    sum.gradient_a += output.value * first;
    sum.gradient_b += first;
    sum.aa += output.value * output.value * second;
    sum.bb += second;
    sum.ab += output.value * second;
  }
  return sum;
}

using Examples = std::vector<ExampleId>;
using Vector = std::vector<feature_node>;

struct Machine {
  std::vector<double> weights;
  double bias = 0;

  double output(const Vector& page) const {
    double sum = bias;
    for (const feature_node& node : page) {
      if (node.index > 0 && static_cast<std::size_t>(node.index) <= weights.size()) {
        sum += weights[static_cast<std::size_t>(node.index) - 1] * node.value;
      }
    }
    return sum;
  }
};

// One machine: the pages that `is_positive` against the others.
Machine train_machine(const std::vector<const Vector*>& pages, const std::vector<bool>& is_positive,
                      std::size_t terms, double cost) {
  std::vector<double> labels;
  std::vector<feature_node*> rows;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    labels.push_back(is_positive[i] ? 1 : -1);
    rows.push_back(const_cast<feature_node*>(pages[i]->data()));  // liblinear reads them only
  }
  problem given{};
  given.l = static_cast<int>(pages.size());
  given.n = static_cast<int>(terms) + 1;
  given.y = labels.data();
  given.x = rows.data();
  given.bias = 1;
  parameter how{};
  how.solver_type = L2R_L2LOSS_SVC;  // the primal: the dual draws from rand()
  how.C = cost;
  how.eps = 0.01;
  set_print_string_function([](const char*) {});
  ::model* trained = ::train(&given, &how);
  const double sign =
      trained->label[0] == 1 ? 1 : -1;  // the machine speaks for the label that it met first
  Machine machine;
  for (std::size_t t = 0; t < terms; ++t) machine.weights.push_back(sign * trained->w[t]);
  machine.bias = sign * trained->w[terms];
  free_and_destroy_model(&trained);
  return machine;
}

// The examples below one inner node, as vectors.
class NodeTrainer {
 public:
  NodeTrainer(const TrainingSet& set, const LinearSvmOptions& options,
              const std::vector<Examples>& below, const UnitCounts& counts, TopicId c0)
      : set_(set), options_(options) {
    for (const TopicId child : set.taxonomy()[c0].children) {
      if (below[child].empty()) continue;
      for (const ExampleId example : below[child]) {
        examples_.push_back(example);
        child_of_.push_back(children_.size());
      }
      children_.push_back(child);
    }
    if (children_.size() < 2) return;
    number_terms(counts);
    for (const ExampleId example : examples_) vectors_.push_back(vector_of(example));
  }

  const std::vector<TopicId>& children() const { return children_; }

  // The output of each child's machine for each example, from machines that did not see its part;
  // not a number where they saw no example of the child.
  std::vector<std::vector<double>> held_out_outputs(double cost, int folds) const {
    std::vector<std::vector<double>> outputs(children_.size(),
                                             std::vector<double>(examples_.size(), 0));
    Examples order = examples_;
    std::sort(order.begin(), order.end());
    for (const Examples& part : deal_to_parts(set_, order, static_cast<std::size_t>(folds))) {
      std::vector<std::size_t> seen;
      std::vector<std::size_t> held;
      for (std::size_t i = 0; i < examples_.size(); ++i) {
        (std::binary_search(part.begin(), part.end(), examples_[i]) ? held : seen).push_back(i);
      }
      for (std::size_t c = 0; c < children_.size() && !held.empty(); ++c) {
        const Machine machine = machine_of(c, seen, cost);
        for (const std::size_t i : held) outputs[c][i] = machine.output(vectors_[i]);
      }
    }
    return outputs;
  }

  std::size_t right(const std::vector<std::vector<double>>& outputs) const {
    std::size_t right = 0;
    for (std::size_t i = 0; i < examples_.size(); ++i) {
      std::size_t best = 0;
      for (std::size_t c = 1; c < children_.size(); ++c) {
        if (outputs[c][i] > outputs[best][i] || std::isnan(outputs[best][i])) best = c;
      }
      if (best == child_of_[i] && !std::isnan(outputs[best][i])) ++right;
    }
    return right;
  }

  LinearSvmNode node(double cost, int folds) const {
    LinearSvmNode node;
    if (children_.size() < 2) {
      for (const TopicId child : children_) node.children.push_back({child, 0, {}});
      return node;
    }
    const auto outputs = held_out_outputs(cost, folds);
    std::vector<std::size_t> all(examples_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    node.weights.resize(terms_.size() * children_.size());
    const std::vector<Sigmoid> sigmoids = sigmoids_of(outputs);
    for (std::size_t c = 0; c < children_.size(); ++c) {
      const Machine machine = machine_of(c, all, cost);
      for (std::size_t t = 0; t < terms_.size(); ++t) {
        node.weights[t * children_.size() + c] = static_cast<float>(machine.weights[t]);
      }
      node.children.push_back({children_[c], static_cast<float>(machine.bias), sigmoids[c]});
    }
    for (const TermNumber term : terms_) node.terms.push_back(set_.hash_of(term));
    node.rarity = rarity_;
    return node;
  }

 private:
  // A child of which no held-out example could be judged has the sigmoid of all children together.
  std::vector<Sigmoid> sigmoids_of(const std::vector<std::vector<double>>& outputs) const {
    std::vector<std::vector<Output>> judged(children_.size());
    std::vector<Output> all;
    for (std::size_t c = 0; c < children_.size(); ++c) {
      for (std::size_t i = 0; i < examples_.size(); ++i) {
        if (!std::isnan(outputs[c][i])) judged[c].push_back({outputs[c][i], child_of_[i] == c});
      }
      all.insert(all.end(), judged[c].begin(), judged[c].end());
    }
    const Sigmoid common = fit_sigmoid(all);
    std::vector<Sigmoid> sigmoids;
    for (const std::vector<Output>& of_child : judged) {
      const bool has_positive =
          std::any_of(of_child.begin(), of_child.end(),
                      [](const Output& output) { return output.is_positive; });
      sigmoids.push_back(has_positive ? fit_sigmoid(of_child) : common);
    }
    return sigmoids;
  }

  // The terms of the node's examples that two units have; its numbers are liblinear's, from 1.
  void number_terms(const UnitCounts& counts) {
    number_.assign(set_.terms(), 0);
    for (const ExampleId example : examples_) {
      for (const TrainingSet::Count& count : set_.counts_of(example)) {
        if (number_[count.term] != 0 || counts.with_term[count.term] < 2) continue;
        terms_.push_back(count.term);
        rarity_.push_back(static_cast<float>(counts.rarity(count.term, options_.rarity)));
        number_[count.term] = static_cast<int>(terms_.size());
      }
    }
  }

  Vector vector_of(ExampleId example) const {
    Vector page;
    double squares = 0;
    for (const TrainingSet::Count& count : set_.counts_of(example)) {
      const int number = number_[count.term];
      if (number == 0) continue;
      const double weight = std::log1p(count.count) * rarity_[static_cast<std::size_t>(number) - 1];
      squares += weight * weight;
      page.push_back({number, weight});
    }
    std::sort(page.begin(), page.end(),
              [](const feature_node& a, const feature_node& b) { return a.index < b.index; });
    const double length = squares > 0 ? std::sqrt(squares) : 1;
    for (feature_node& node : page) node.value /= length;
    page.push_back({static_cast<int>(terms_.size()) + 1, 1});
    page.push_back({-1, 0});
    return page;
  }

  Machine machine_of(std::size_t child, const std::vector<std::size_t>& seen, double cost) const {
    std::vector<const Vector*> pages;
    std::vector<bool> is_positive;
    bool has_both[2] = {false, false};
    for (const std::size_t i : seen) {
      pages.push_back(&vectors_[i]);
      is_positive.push_back(child_of_[i] == child);
      has_both[child_of_[i] == child ? 1 : 0] = true;
    }
    if (!has_both[0] || !has_both[1]) return {{}, std::numeric_limits<double>::quiet_NaN()};
    return train_machine(pages, is_positive, terms_.size(), cost);
  }

  const TrainingSet& set_;
  const LinearSvmOptions& options_;
  std::vector<TopicId> children_;
  Examples examples_;
  std::vector<std::size_t> child_of_;  // by place in examples_
  std::vector<TermNumber> terms_;
  std::vector<float> rarity_;
  std::vector<int> number_;  // by term, from 1; 0 is not used
  std::vector<Vector> vectors_;
};

}  // namespace

LinearSvm::LinearSvm(Taxonomy taxonomy, LinearSvmSettings settings,
                     std::vector<LinearSvmNode> nodes)
    : TrainedModel(std::move(taxonomy)), settings_(std::move(settings)), nodes_(std::move(nodes)) {
  nodes_.resize(this->taxonomy().size());
  for (const LinearSvmNode& node : nodes_) tables_.emplace_back(node.terms);
}

void LinearSvm::descend(TopicId c0, const TermCounts& page,
                        std::vector<LogProbability>& children) const {
  const LinearSvmNode& node = nodes_[c0];
  if (node.children.empty()) return;
  const std::size_t first = children.size();
  const std::size_t size = node.children.size();
  for (const LinearSvmNode::Child& child : node.children) children.push_back({child.topic, 0});
  LogProbability* const outputs = children.data() + first;
  double squares = 0;
  for (const TermCount& term : page) {
    const std::uint32_t place = tables_[c0].find(term.term);
    if (place == TermTable::kNone) continue;
    const double weight = std::log1p(term.count) * node.rarity[place];
    squares += weight * weight;
    const float* const weights = node.weights.data() + place * size;
    for (std::size_t i = 0; i < size; ++i) outputs[i].log_probability += weight * weights[i];
  }
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
  for (std::size_t i = 0; i < size; ++i) {
    const LinearSvmNode::Child& child = node.children[i];
    outputs[i].log_probability =
        child.sigmoid.log_of(outputs[i].log_probability * scale + child.bias);
  }
  normalize_logs(children, first);
}

std::vector<TrainedModel::TermWeight> LinearSvm::compare(TopicId topic, TopicId rival,
                                                         const TermCounts& page) const {
  const TopicId parent = taxonomy()[topic].parent;
  const LinearSvmNode& node = nodes_[parent];
  const std::size_t size = node.children.size();
  double squares = 0;
  std::vector<TermWeight> weights;
  for (const TermCount& term : page) {
    const std::uint32_t place = tables_[parent].find(term.term);
    if (place == TermTable::kNone) continue;
    const double weight = std::log1p(term.count) * node.rarity[place];
    squares += weight * weight;
    double difference = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (node.children[i].topic == topic) difference += node.weights[place * size + i];
      if (node.children[i].topic == rival) difference -= node.weights[place * size + i];
    }
    weights.push_back({term.term, term.count, weight * difference});
  }
  for (TermWeight& weight : weights) weight.weight /= std::sqrt(squares);
  return weights;
}

std::vector<TermHash> LinearSvm::distinctive_terms(TopicId topic, std::size_t most) const {
  if (topic == kRootTopic) return {};
  const LinearSvmNode& node = nodes_[taxonomy()[topic].parent];
  const auto child = std::find_if(node.children.begin(), node.children.end(),
                                  [&](const LinearSvmNode::Child& c) { return c.topic == topic; });
  if (child == node.children.end()) return {};
  const auto index = static_cast<std::size_t>(child - node.children.begin());
  std::vector<std::pair<float, TermHash>> ranked;
  for (std::size_t t = 0; t < node.terms.size(); ++t) {
    const float weight = node.weights[t * node.children.size() + index] * node.rarity[t];
    if (weight > 0) ranked.emplace_back(weight, node.terms[t]);
  }
  const auto kept = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(most, ranked.size()));
  std::partial_sort(ranked.begin(), kept, ranked.end(), std::greater<>());
  std::vector<TermHash> terms;
  for (auto it = ranked.begin(); it != kept; ++it) terms.push_back(it->second);
  return terms;
}

double Sigmoid::log_of(double output) const { return -softplus(a * output + b); }
double Sigmoid::operator()(double output) const { return std::exp(log_of(output)); }

Sigmoid fit_sigmoid(std::span<const Output> outputs) {
  if (outputs.empty()) return {};
  const auto positives = static_cast<double>(
      std::count_if(outputs.begin(), outputs.end(), [](const Output& o) { return o.is_positive; }));
  const double negatives = static_cast<double>(outputs.size()) - positives;
  const Targets targets{(positives + 1) / (positives + 2), 1 / (negatives + 2)};
  Sigmoid s{0, std::log((negatives + 1) / (positives + 1))};
  double value = loss(outputs, targets, s);
  for (int round = 0; round < kMostRounds; ++round) {
    const Slope at = slope(outputs, targets, s);
    if (std::abs(at.gradient_a) < kSmallGradient && std::abs(at.gradient_b) < kSmallGradient) break;
    const double determinant = at.aa * at.bb - at.ab * at.ab;
    const double step_a = -(at.bb * at.gradient_a - at.ab * at.gradient_b) / determinant;
    const double step_b = -(at.aa * at.gradient_b - at.ab * at.gradient_a) / determinant;
    const double descent = at.gradient_a * step_a + at.gradient_b * step_b;
    double step = 1;
    for (; step >= kSmallestStep; step /= 2) {
      const Sigmoid next{s.a + step * step_a, s.b + step * step_b};
      const double next_value = loss(outputs, targets, next);
      if (next_value < value + kSufficientDecrease * step * descent) {
        s = next;
        value = next_value;
        break;
      }
    }
    if (step < kSmallestStep) break;
  }
  return s;
}

LinearSvmSettings choose_settings(const TrainingSet& set, const Examples& examples,
                                  const LinearSvmOptions& options) {
  LinearSvmSettings settings{options, std::vector<double>(set.taxonomy().size(), 0)};
  if (options.costs.size() < 2) {
    std::fill(settings.costs.begin(), settings.costs.end(),
              options.costs.empty() ? 1 : options.costs.front());
    return settings;
  }
  const std::vector<Examples> below = examples_below(set, examples);
  const UnitCounts counts = count_units(set, below[kRootTopic], UnitChoice::kGroupsIfEnough);
  for (std::size_t c0 = 0; c0 < settings.costs.size(); ++c0) {
    const NodeTrainer trainer(set, options, below, counts, static_cast<TopicId>(c0));
    if (trainer.children().size() < 2) continue;
    std::size_t most = 0;
    for (const double cost : options.costs) {
      const std::size_t right = trainer.right(trainer.held_out_outputs(cost, options.folds));
      if (right <= most && settings.costs[c0] != 0) continue;
      most = right;
      settings.costs[c0] = cost;
    }
  }
  return settings;
}

std::unique_ptr<LinearSvm> train_linear_svm(const TrainingSet& set, const Examples& examples,
                                            const LinearSvmSettings& settings) {
  const std::vector<Examples> below = examples_below(set, examples);
  const UnitCounts counts = count_units(set, below[kRootTopic], UnitChoice::kGroupsIfEnough);
  std::vector<LinearSvmNode> nodes(set.taxonomy().size());
  for (std::size_t c0 = 0; c0 < nodes.size(); ++c0) {
    const NodeTrainer trainer(set, settings.options, below, counts, static_cast<TopicId>(c0));
    if (trainer.children().empty()) continue;
    double cost = c0 < settings.costs.size() ? settings.costs[c0] : 0;
    if (cost <= 0) cost = settings.options.costs.empty() ? 1 : settings.options.costs.front();
    nodes[c0] = trainer.node(cost, settings.options.folds);
  }
  return std::make_unique<LinearSvm>(set.taxonomy(), settings, std::move(nodes));
}

}  // namespace porthole::topics
