#include "topics/classify/trained_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace porthole::topics {
namespace {

using LogProbability = TrainedModel::LogProbability;

// The nodes that were evaluated and not expanded, the most probable on top; of two that are equally
// so, the one that comes first in the taxonomy.
class Pool {
 public:
  void add(LogProbability node) {
    nodes_.push_back(node);
    std::push_heap(nodes_.begin(), nodes_.end(), is_less);
  }
  LogProbability take() {
    std::pop_heap(nodes_.begin(), nodes_.end(), is_less);
    const LogProbability node = nodes_.back();
    nodes_.pop_back();
    return node;
  }

 private:
  static bool is_less(const LogProbability& a, const LogProbability& b) {
    return a.log_probability != b.log_probability ? a.log_probability < b.log_probability
                                                  : a.topic > b.topic;
  }
  std::vector<LogProbability> nodes_;
};

void calibrate(std::vector<LogProbability>& children, std::size_t from, double temperature) {
  for (std::size_t i = from; i < children.size(); ++i) children[i].log_probability /= temperature;
  normalize_logs(children, from);
}

}  // namespace

Classification TrainedModel::classify(const TermCounts& page) const {
  Classification result;
  Pool pool;
  std::vector<LogProbability> children;
  const auto evaluate = [&](const LogProbability& node) {
    const double probability = std::exp(node.log_probability);
    result.topics.push_back({node.topic, probability});
    if (taxonomy_[node.topic].mark == Mark::kGood) result.relevance += probability;
  };
  // Expands a node and the path nodes below it; false when it has no children that were learned.
  const auto expand = [&](auto& self, const LogProbability& node) -> bool {
    const std::size_t begin = children.size();
    descend(node.topic, page, children);
    const std::size_t end = children.size();
    if (temperature_ != 1) calibrate(children, begin, temperature_);
    for (std::size_t i = begin; i < end; ++i) {
      children[i].log_probability += node.log_probability;
      const LogProbability child = children[i];
      evaluate(child);
      if (taxonomy_[child.topic].mark != Mark::kPath || !self(self, child)) pool.add(child);
    }
    children.resize(begin);
    return end > begin;
  };
  LogProbability node{kRootTopic, 0};
  evaluate(node);
  while (expand(expand, node)) node = pool.take();
  result.best = node.topic;
  result.best_is_wanted = taxonomy_.is_wanted(node.topic);
  result.relevance = std::clamp(result.relevance, 0.0, 1.0);
  std::sort(result.topics.begin(), result.topics.end(),
            [](const TopicProbability& a, const TopicProbability& b) { return a.topic < b.topic; });
  return result;
}

void normalize_logs(std::vector<LogProbability>& values, std::size_t from) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = from; i < values.size(); ++i)
    largest = std::max(largest, values[i].log_probability);
  double sum = 0;
  for (std::size_t i = from; i < values.size(); ++i)
    sum += std::exp(values[i].log_probability - largest);
  const double log_sum = largest + std::log(sum);
  for (std::size_t i = from; i < values.size(); ++i) values[i].log_probability -= log_sum;
}

}  // namespace porthole::topics
