#include "topics/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace porthole::topics {

NaiveBayesOptions published_naive_bayes() {
  NaiveBayesOptions options;
  options.index = FeatureIndex::kFisher;
  options.evidence = Evidence::kPages;
  options.counting = Counting::kPlain;
  options.rarity = 0;
  options.least_groups = 1;
  options.lengths = {0};
  return options;
}

double score_children(const NaiveBayesNode& node, const NaiveBayesIndex& index, Counting counting, const TermCounts& page,
  options.denominator = Denominator::kAllTerms;
                      std::vector<TrainedModel::LogProbability>& scores) {
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
  const double share = most > 0 && length > most ? most / length : 1;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    double& score = scores[first + i].log_probability;
    score = share * (node.children[i].logprior + score);
  }
  normalize_logs(scores, first);
}

NaiveBayes::NaiveBayes(Taxonomy taxonomy, NaiveBayesSettings settings, std::vector<NaiveBayesNode> nodes)
    : TrainedModel(std::move(taxonomy)), settings_(std::move(settings)), nodes_(std::move(nodes)) {
  nodes_.resize(this->taxonomy().size());
  for (const NaiveBayesNode& node : nodes_) indexes_.emplace_back(node);
}

void NaiveBayes::descend(TopicId c0, const TermCounts& page, std::vector<LogProbability>& children) const {
  const NaiveBayesNode& node = nodes_[c0];
  if (node.children.empty()) return;
  const std::size_t first = children.size();
  const double length = score_children(node, indexes_[c0], settings_.options.counting, page, children);
  to_log_probabilities(node, length, node.length, children, first);
}

std::vector<TermHash> NaiveBayes::distinctive_terms(TopicId topic, std::size_t most) const {
  if (topic == kRootTopic) return {};
  const NaiveBayesNode& node = nodes_[taxonomy()[topic].parent];
  const auto child = std::find_if(node.children.begin(), node.children.end(),
                                  [&](const NaiveBayesNode::Child& c) { return c.topic == topic; });
  if (child == node.children.end() || node.children.size() < 2) return {};
  const auto index = static_cast<std::size_t>(child - node.children.begin());
  // By how much a term speaks for this child: its share here, times the log of that against the others' mean.
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
