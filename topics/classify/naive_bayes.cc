#include "topics/classify/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "topics/text/term_counts.h"

namespace porthole::topics {
namespace {

/// By what the logarithms of a page of n(d) = `length` are multiplied when it counts for at most
/// `most` occurrences.
double share_of_length(double length, double most) {
  return most > 0 && length > most ? most / length : 1;
}

constexpr double kLeastVariance = 1e-12;

}  // namespace

NaiveBayesOptions published_naive_bayes() {
  NaiveBayesOptions options;
  options.index = FeatureIndex::kFisher;
  options.denominator = Denominator::kAllTerms;
  options.evidence = Evidence::kPages;
  options.counting = Counting::kPlain;
  options.rarity = 0;
  options.least_groups = 1;
  options.lengths = {0};
  return options;
}

double score_children(const NaiveBayesNode& node, const NaiveBayesIndex& index, Counting counting,
                      const TermCounts& page, std::vector<TrainedModel::LogProbability>& scores) {
  std::vector<double> sums(node.children.size() + 1, 0.0);
  index.add_up(page, counting, sums);
  const double length = sums.front();
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const NaiveBayesNode::Child& child = node.children[i];
    scores.push_back({child.topic, sums[i + 1] - length * child.logdenom});
  }
  return length;
}

void to_log_probabilities(const NaiveBayesNode& node, double length, double most,
                          std::vector<TrainedModel::LogProbability>& scores, std::size_t first) {
  const double share = share_of_length(length, most);
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    double& score = scores[first + i].log_probability;
    score = share * (node.children[i].logprior + score);
  }
  normalize_logs(scores, first);
}

NaiveBayes::NaiveBayes(Taxonomy taxonomy, NaiveBayesSettings settings,
                       std::vector<NaiveBayesNode> nodes)
    : TrainedModel(std::move(taxonomy)), settings_(std::move(settings)), nodes_(std::move(nodes)) {
  nodes_.resize(this->taxonomy().size());
  for (const NaiveBayesNode& node : nodes_) indexes_.emplace_back(node);
}

void NaiveBayes::descend(TopicId c0, const TermCounts& page,
                         std::vector<LogProbability>& children) const {
  const NaiveBayesNode& node = nodes_[c0];
  if (node.children.empty()) return;
  const std::size_t first = children.size();
  const double length =
      score_children(node, indexes_[c0], settings_.options.counting, page, children);
  to_log_probabilities(node, length, node.length, children, first);
}

std::vector<TrainedModel::TermWeight> NaiveBayes::compare(TopicId topic, TopicId rival,
                                                          const TermCounts& page) const {
  const NaiveBayesNode& node = nodes_[taxonomy()[topic].parent];
  const TermTable table(node.terms);
  double length = 0;
  std::vector<TermWeight> weights;
  for (const TermCount& term : page) {
    const std::uint32_t place = table.find(term.term);
    if (place == TermTable::kNone) continue;
    const double count = count_for(term.count, settings_.options.counting) * node.weights[place];
    length += count;
    double difference = 0;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const NaiveBayesNode::Child& child = node.children[i];
      if (child.topic != topic && child.topic != rival) continue;
      double log_theta = -child.logdenom;
      for (std::uint32_t at = node.begins[place]; at < node.begins[place + 1]; ++at) {
        if (node.thetas[at].child == i) log_theta += node.thetas[at].value;
      }
      difference += child.topic == topic ? log_theta : -log_theta;
    }
    weights.push_back({term.term, term.count, count * difference});
  }
  const double share = share_of_length(length, node.length);
  for (TermWeight& weight : weights) weight.weight *= share;
  return weights;
}

std::vector<TermHash> NaiveBayes::distinctive_terms(TopicId topic, std::size_t most) const {
  if (topic == kRootTopic) return {};
  const NaiveBayesNode& node = nodes_[taxonomy()[topic].parent];
  const auto child = std::find_if(node.children.begin(), node.children.end(),
                                  [&](const NaiveBayesNode::Child& c) { return c.topic == topic; });
  if (child == node.children.end() || node.children.size() < 2) return {};
  const auto index = static_cast<std::size_t>(child - node.children.begin());
  // By how much a term speaks for this child: its share here, times the log of that against the
  // others' mean.
  std::vector<std::pair<double, TermHash>> ranked;
  for (std::size_t t = 0; t < node.terms.size(); ++t) {
    double here = 0;
    double others = 0;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      double value = -node.children[i].logdenom;
      for (std::uint32_t at = node.begins[t]; at < node.begins[t + 1]; ++at) {
        if (node.thetas[at].child == i) value += node.thetas[at].value;
      }
      (i == index ? here : others) += std::exp(value);
    }
    others /= static_cast<double>(node.children.size() - 1);
    if (here > others) ranked.emplace_back(here * std::log(here / others), node.terms[t]);
  }
  const auto kept = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(most, ranked.size()));
  std::partial_sort(ranked.begin(), kept, ranked.end(), std::greater<>());
  std::vector<TermHash> terms;
  for (auto it = ranked.begin(); it != kept; ++it) terms.push_back(it->second);
  return terms;
}

std::string_view feature_index_name(FeatureIndex index) {
  return index == FeatureIndex::kFisher ? "fisher" : "mutual-information";
}

std::optional<FeatureIndex> feature_index(std::string_view name) {
  for (const FeatureIndex index : {FeatureIndex::kFisher, FeatureIndex::kMutualInformation}) {
    if (name == feature_index_name(index)) return index;
  }
  return std::nullopt;
}

double n_log_n(double n) { return n <= 0 ? 0 : n * std::log(n); }

void FisherSum::add(const TermInChild& child) {
  const double mean = child.sum / child.units;
  means_ += mean;
  squared_means_ += mean * mean;
  variances_ += std::max(0.0, child.squares / child.units - mean * mean);
}

double FisherSum::value(std::size_t children) const {
  // The sum over pairs of (a - b)^2 is k * sum of a^2 - (sum of a)^2.
  const double between = static_cast<double>(children) * squared_means_ - means_ * means_;
  return std::max(0.0, between) / std::max(variances_, kLeastVariance);
}

void InformationSum::add(const TermInChild& child) {
  with_term_ += child.with_term;
  joint_ +=
      n_log_n(child.with_term) + n_log_n(child.units - child.with_term) - n_log_n(child.units);
}

double InformationSum::value(double units, double sum_n_log_n) const {
  if (units <= 0) return 0;
  // With N units: sum of Pr[t,c] log(Pr[t,c] / (Pr[t] Pr[c])) is
  // (J + N log N - (T log T + (N - T) log(N - T)) - sum of n log n) / N, J = sum of w log w + (n -
  // w) log(n - w).
  const double joint = joint_ + sum_n_log_n;
  const double marginal = n_log_n(with_term_) + n_log_n(units - with_term_);
  return std::max(0.0, (joint + n_log_n(units) - marginal - sum_n_log_n) / units);
}

}  // namespace porthole::topics
