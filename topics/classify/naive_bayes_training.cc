#include "topics/classify/naive_bayes_training.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "topics/classify/training_set.h"

namespace porthole::topics {
namespace {

using Examples = std::vector<ExampleId>;

// The log probability that the held-out examples of one inner node gave their own child, by number
// of features and by length.
struct Trials {
  std::vector<std::vector<double>> log_probability;
  std::vector<std::size_t>
      right;  // by number of features: examples that their own child had for itself
};

class Chooser {
 public:
  Chooser(const TrainingSet& set, const NaiveBayesOptions& options) : set_(set), options_(options) {
    const Trials none{
        std::vector(options.features.size(), std::vector(options.lengths.size(), 0.0)),
        std::vector<std::size_t>(options.features.size(), 0)};
    trials_.assign(set.taxonomy().size(), none);
  }

  void try_part(const Examples& seen, const Examples& held) {
    NaiveBayesTrainer trainer(set_, options_, seen);
    const std::vector<Examples> held_below = examples_below(set_, held);
    for (std::size_t c0 = 0; c0 < trials_.size(); ++c0) {
      const auto topic = static_cast<TopicId>(c0);
      if (held_below[c0].empty() || trainer.learn(topic) < 2) continue;
      for (std::size_t f = 0; f < options_.features.size(); ++f) {
        const NaiveBayesNode node = trainer.node(options_.features[f]);
        const NaiveBayesIndex index(node);
        for (std::size_t child = 0; child < node.children.size(); ++child) {
          for (const ExampleId example : held_below[node.children[child].topic]) {
            judge(node, index, child, set_.page_of(example), f, trials_[c0]);
          }
        }
      }
    }
  }

  NaiveBayesSettings best() const {
    NaiveBayesSettings settings{options_, {}, {}};
    for (const Trials& trials : trials_) {
      std::size_t f = 0;
      std::size_t l = 0;
      for (std::size_t i = 0; i < options_.features.size(); ++i) {
        for (std::size_t k = 0; k < options_.lengths.size(); ++k) {
          if (trials.log_probability[i][k] <= trials.log_probability[f][l]) continue;
          f = i;
          l = k;
        }
      }
      // Without a choice of length the log probability would favour few features, to be less
      // certain.
      if (options_.lengths.size() == 1) {
        f = static_cast<std::size_t>(std::max_element(trials.right.begin(), trials.right.end()) -
                                     trials.right.begin());
      }
      settings.features.push_back(options_.features[f]);
      settings.lengths.push_back(options_.lengths[l]);
    }
    return settings;
  }

 private:
  void judge(const NaiveBayesNode& node, const NaiveBayesIndex& index, std::size_t child,
             const TermCounts& page, std::size_t f, Trials& trials) {
    scores_.clear();
    const double length = score_children(node, index, options_.counting, page, scores_);
    for (std::size_t l = 0; l < options_.lengths.size(); ++l) {
      std::vector<TrainedModel::LogProbability> logs = scores_;
      to_log_probabilities(node, length, options_.lengths[l], logs, 0);
      trials.log_probability[f][l] += logs[child].log_probability;
      const bool is_best = std::all_of(logs.begin(), logs.end(), [&](const auto& other) {
        return other.log_probability <= logs[child].log_probability;
      });
      if (l == 0 && is_best) ++trials.right[f];
    }
  }

  const TrainingSet& set_;
  const NaiveBayesOptions& options_;
  std::vector<Trials> trials_;  // by topic
  std::vector<TrainedModel::LogProbability> scores_;
};

constexpr std::uint32_t kUnranked = std::numeric_limits<std::uint32_t>::max();

}  // namespace

NaiveBayesSettings choose_settings(const TrainingSet& set, const Examples& examples,
                                   const NaiveBayesOptions& options) {
  NaiveBayesOptions complete = options;
  if (complete.features.empty()) complete.features = {0};
  if (complete.lengths.empty()) complete.lengths = {0};
  Chooser chooser(set, complete);
  if (complete.features.size() > 1 || complete.lengths.size() > 1) {
    const auto folds = static_cast<std::size_t>(std::max(2, complete.folds));
    for (const Examples& part : deal_to_parts(set, examples, folds)) {
      if (!part.empty()) chooser.try_part(without(examples, part), part);
    }
  }
  return chooser.best();
}

std::unique_ptr<NaiveBayes> train_naive_bayes(const TrainingSet& set, const Examples& examples,
                                              const NaiveBayesSettings& settings) {
  NaiveBayesTrainer trainer(set, settings.options, examples);
  std::vector<NaiveBayesNode> nodes(set.taxonomy().size());
  for (std::size_t c0 = 0; c0 < nodes.size(); ++c0) {
    if (trainer.learn(static_cast<TopicId>(c0)) == 0) continue;
    nodes[c0] = trainer.node(c0 < settings.features.size() ? settings.features[c0] : 0);
    nodes[c0].length = c0 < settings.lengths.size() ? settings.lengths[c0] : 0;
  }
  return std::make_unique<NaiveBayes>(set.taxonomy(), settings, std::move(nodes));
}

NaiveBayesTrainer::NaiveBayesTrainer(const TrainingSet& set, const NaiveBayesOptions& options,
                                     const std::vector<ExampleId>& examples)
    : set_(set),
      options_(options),
      below_(examples_below(set, examples)),
      counts_(count_units(set, below_[kRootTopic],
                          options.evidence == Evidence::kGroups ? UnitChoice::kGroupsIfEnough
                                                                : UnitChoice::kPages)) {
  weights_.resize(set.terms());
  for (TermNumber term = 0; term < weights_.size(); ++term) {
    weights_[term] = static_cast<float>(counts_.rarity(term, options.rarity));
  }
  of_term_.resize(set.terms());
  ranks_.assign(set.terms(), kUnranked);
  in_child_.resize(set.terms());
  child_mass_.resize(set.terms());
  in_unit_.resize(set.terms());
}

void NaiveBayesTrainer::forget() {
  for (const Sum& sum : sums_) {
    of_term_[sum.term] = {};
    ranks_[sum.term] = kUnranked;
  }
  sums_.clear();
  children_.clear();
  ranked_.clear();
  terms_ = 0;
  units_ = 0;
  sum_n_log_n_ = 0;
}

std::size_t NaiveBayesTrainer::learn(TopicId c0) {
  forget();
  for (const TopicId child : set_.taxonomy()[c0].children) {
    if (!below_[child].empty()) children_.push_back({.topic = child});
  }
  if (children_.size() < 2) {
    for (Child& child : children_) child.pages = child.units = 1;
    return children_.size();
  }
  for (std::size_t i = 0; i < children_.size(); ++i) learn_child(i, below_[children_[i].topic]);
  rank_terms();
  return children_.size();
}

void NaiveBayesTrainer::learn_child(std::size_t index, std::span<const ExampleId> examples) {
  Child& child = children_[index];
  child.pages = static_cast<double>(examples.size());
  double mass = 0;
  for (std::size_t begin = 0; begin < examples.size();) {
    const std::uint32_t unit = counts_.unit_of(set_, examples[begin]);
    std::size_t end = begin;
    double unit_mass = 0;
    for (; end < examples.size() && counts_.unit_of(set_, examples[end]) == unit; ++end)
      unit_mass += add_page(examples[end]);
    end_unit(static_cast<double>(end - begin),
             counts_.by_groups && unit_mass > 0 ? 1 / unit_mass : 1);
    mass += unit_mass;
    child.units += 1;
    begin = end;
  }
  // The groups of a child share what it holds in all, so that equation 1 keeps its denominator.
  end_child(index, counts_.by_groups ? mass / child.units : 1);
}

double NaiveBayesTrainer::add_page(ExampleId example) {
  const auto counts = set_.counts_of(example);
  double mass = 0;
  for (const TrainingSet::Count& c : counts)
    mass += count_for(c.count, options_.counting) * weights_[c.term];
  for (const TrainingSet::Count& c : counts) {
    const double count = count_for(c.count, options_.counting) * weights_[c.term];
    InUnit& in_unit = in_unit_[c.term];
    if (in_unit.mass == 0) unit_terms_.push_back(c.term);
    in_unit.mass += count;
    in_unit.rate += count / mass;
  }
  return mass;
}

void NaiveBayesTrainer::end_unit(double pages, double scale) {
  for (const TermNumber term : unit_terms_) {
    TermInChild& in_child = in_child_[term];
    if (in_child.with_term == 0) child_terms_.push_back(term);
    const double rate = in_unit_[term].rate / pages;
    in_child.with_term += 1;
    in_child.sum += rate;
    in_child.squares += rate * rate;
    child_mass_[term] += in_unit_[term].mass * scale;
    if (of_term_[term].units++ == 0) ++terms_;
    in_unit_[term] = {};
  }
  unit_terms_.clear();
}

void NaiveBayesTrainer::end_child(std::size_t index, double scale) {
  Child& child = children_[index];
  const double units = child.units;
  units_ += units;
  sum_n_log_n_ += n_log_n(units);
  for (const TermNumber term : child_terms_) {
    TermInChild in_child = std::exchange(in_child_[term], {});
    in_child.units = units;
    of_term_[term].information.add(in_child);
    // One group more, that lacks the term: a child's only site has a variance, too.
    if (counts_.by_groups) in_child.units += 1;
    of_term_[term].fisher.add(in_child);
    const double value = std::exchange(child_mass_[term], 0) * scale;
    child.mass += value;
    sums_.push_back({term, static_cast<std::uint16_t>(index), value});
  }
  child_terms_.clear();
}

void NaiveBayesTrainer::rank_terms() {
  const std::uint32_t least = counts_.by_groups && units_ >= static_cast<double>(kEnoughGroups)
                                  ? static_cast<std::uint32_t>(options_.least_groups)
                                  : 1;
  std::vector<std::pair<double, TermNumber>> order;
  for (const Sum& sum : sums_) {
    const OfTerm& term = of_term_[sum.term];
    if (term.units < least || ranks_[sum.term] != kUnranked) continue;
    ranks_[sum.term] = 0;
    order.emplace_back(options_.index == FeatureIndex::kFisher
                           ? -term.fisher.value(children_.size())
                           : -term.information.value(units_, sum_n_log_n_),
                       sum.term);
  }
  std::sort(order.begin(), order.end());
  for (const auto& [value, term] : order) {
    ranks_[term] = static_cast<std::uint32_t>(ranked_.size());
    ranked_.push_back(term);
  }
}

// Sets `begins` of the node, and how much each child holds of the features; returns how many they
// are.
std::size_t NaiveBayesTrainer::count_features(std::size_t features, NaiveBayesNode& node,
                                              std::vector<double>& mass) const {
  features = features == 0 ? ranked_.size() : std::min(features, ranked_.size());
  node.begins.assign(features + 1, 0);
  for (const Sum& sum : sums_) {
    const std::uint32_t rank = ranks_[sum.term];
    if (rank >= features) continue;
    mass[sum.child] += sum.value;
    ++node.begins[rank + 1];
  }
  std::partial_sum(node.begins.begin(), node.begins.end(), node.begins.begin());
  return features;
}

NaiveBayesNode NaiveBayesTrainer::node(std::size_t features) const {
  NaiveBayesNode node;
  std::vector<double> mass(children_.size(), 0.0);
  features = count_features(features, node, mass);
  node.thetas.resize(node.begins.back());
  std::vector<std::uint32_t> at(node.begins.begin(), node.begins.end() - 1);
  for (const Sum& sum : sums_) {
    const std::uint32_t rank = ranks_[sum.term];
    if (rank >= features) continue;
    const double value = std::log((options_.smoothing + sum.value) / options_.smoothing);
    node.thetas[at[rank]++] = {sum.child, static_cast<float>(value)};
  }
  for (std::size_t t = 0; t < features; ++t) {
    node.terms.push_back(set_.hash_of(ranked_[t]));
    node.weights.push_back(weights_[ranked_[t]]);
  }
  double evidence = 0;
  for (const Child& child : children_) evidence += counts_.by_groups ? child.units : child.pages;
  for (std::size_t i = 0; i < children_.size(); ++i) {
    const double prior = (counts_.by_groups ? children_[i].units : children_[i].pages) / evidence;
    const bool of_all = options_.denominator == Denominator::kAllTerms;
    const auto terms = static_cast<double>(of_all ? terms_ : features);
    // logdenom less the logarithm of the smoothing, as `value` above.
    const double denominator = terms + (of_all ? children_[i].mass : mass[i]) / options_.smoothing;
    node.children.push_back({children_[i].topic, static_cast<float>(std::log(prior)),
                             static_cast<float>(denominator > 0 ? std::log(denominator) : 0)});
  }
  return node;
}

}  // namespace porthole::topics
