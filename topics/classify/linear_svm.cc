#include "topics/classify/linear_svm.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace porthole::topics {

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

}  // namespace porthole::topics
