#include "topics/classify/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "topics/text/term_table.h"

namespace porthole::topics {

namespace {

/// By what the logarithms of a page of n(d) = `length` are multiplied when it counts for at most
/// `most` occurrences.
double share_of_length(double length, double most) {
  return most > 0 && length > most ? most / length : 1;
}

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

}  // namespace porthole::topics
