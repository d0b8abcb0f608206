#include "labs/experiments/classify.h"

#include <algorithm>
#include <string_view>

#include "topics/classify/training_folds.h"

namespace porthole::labs {
namespace {

using topics::ExampleId;
using topics::TopicId;

TopicId add_path(topics::Taxonomy& taxonomy, std::string_view path, std::size_t depth) {
  TopicId here = topics::kRootTopic;
  for (std::size_t level = 0; level < depth && !path.empty(); ++level) {
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    const std::string& above = taxonomy[here].path;
    const std::string whole = above.empty() ? std::string(name) : above + '/' + std::string(name);
    const auto known = taxonomy.find(whole);
    here = known ? *known : *taxonomy.add(here, name, name);
  }
  return here;
}

// The node at `level` (1 is below the root) above `topic`, or `topic` where it is higher.
TopicId at_level(const topics::Taxonomy& taxonomy, TopicId topic, std::size_t level) {
  std::vector<TopicId> path;
  for (; topic != topics::kRootTopic; topic = taxonomy[topic].parent) path.push_back(topic);
  if (path.empty()) return topics::kRootTopic;
  return path.size() < level ? path.front() : path[path.size() - level];
}

TopicId best_at_level(const topics::Taxonomy& taxonomy, const topics::Classification& judged,
                      std::size_t level) {
  topics::TopicProbability best;
  for (const topics::TopicProbability& topic : judged.topics) {
    if (at_level(taxonomy, topic.topic, level) != topic.topic || topic.topic == topics::kRootTopic)
      continue;
    const bool is_above = level > 1 && at_level(taxonomy, topic.topic, level - 1) == topic.topic;
    if (is_above && !taxonomy.is_leaf(topic.topic)) continue;
    if (topic.probability > best.probability) best = topic;
  }
  return best.topic;
}

// The sum over topics of the first level of (Pr[c|d] - 1 or 0)^2.
double squared_errors(const topics::Taxonomy& taxonomy, const topics::Classification& judged,
                      TopicId actual) {
  double sum = 0;
  bool was_judged = false;
  for (const topics::TopicProbability& topic : judged.topics) {
    if (topic.topic == topics::kRootTopic || taxonomy[topic.topic].parent != topics::kRootTopic)
      continue;
    const double error = topic.probability - (topic.topic == actual ? 1 : 0);
    was_judged = was_judged || topic.topic == actual;
    sum += error * error;
  }
  return was_judged ? sum : sum + 1;
}

}  // namespace

topics::TrainingSet training_set(const std::vector<LabelledPage>& pages, std::size_t depth) {
  return training_set(pages, depth, [](const LabelledPage& page) {
    return topics::count_terms(page.title, page.description, page.text);
  });
}

topics::TrainingSet training_set(
    const std::vector<LabelledPage>& pages, std::size_t depth,
    const std::function<topics::TermCounts(const LabelledPage&)>& count) {
  topics::Taxonomy taxonomy;
  std::vector<TopicId> topic_of;
  for (const LabelledPage& page : pages)
    topic_of.push_back(add_path(taxonomy, page.topics.front(), depth));
  topics::TrainingSet set(std::move(taxonomy));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    set.add(topic_of[i], set.group(pages[i].group), count(pages[i]));
  }
  return set;
}

void Accuracy::add(const Accuracy& other) {
  pages += other.pages;
  top += other.top;
  second += other.second;
  squares += other.squares;
  for (const auto& [topic, count] : other.actual) actual[topic] += count;
  for (const auto& [topic, count] : other.claimed) claimed[topic] += count;
  for (const auto& [topic, count] : other.found) found[topic] += count;
}

double Accuracy::macro_f1() const {
  double sum = 0;
  for (const auto& [topic, count] : actual) {
    const auto of = [&wanted = topic](const auto& counts) {
      const auto entry = counts.find(wanted);
      return entry == counts.end() ? 0.0 : static_cast<double>(entry->second);
    };
    sum += 2 * of(found) / (of(actual) + of(claimed));
  }
  return actual.empty() ? 0 : sum / static_cast<double>(actual.size());
}

HeldOut hold_out(const topics::TrainingSet& set,
                 const std::function<bool(std::string_view group)>& is_held) {
  HeldOut out;
  for (const topics::ExampleId example : set.all())
    (is_held(set.group_name(set.group_of(example))) ? out.held : out.seen).push_back(example);
  return out;
}

Result<Accuracy> measure(const topics::TrainingSet& set, const std::vector<ExampleId>& seen,
                         const std::vector<ExampleId>& held,
                         const topics::TrainingOptions& options) {
  TRY_AS(model, topics::train(set, seen, options));
  Accuracy accuracy;
  for (const ExampleId example : held) {
    const topics::Taxonomy& taxonomy = set.taxonomy();
    const TopicId actual = set.topic_of(example);
    const topics::Classification judged = (*model)->classify(set.page_of(example));
    ++accuracy.pages;
    if (best_at_level(taxonomy, judged, 1) == at_level(taxonomy, actual, 1)) ++accuracy.top;
    accuracy.squares += squared_errors(taxonomy, judged, at_level(taxonomy, actual, 1));
    if (best_at_level(taxonomy, judged, 2) == at_level(taxonomy, actual, 2)) ++accuracy.second;
    ++accuracy.actual[actual];
    ++accuracy.claimed[judged.best];
    if (judged.best == actual) ++accuracy.found[actual];
  }
  return accuracy;
}

Result<Accuracy> measure_by_parts(const topics::TrainingSet& set,
                                  const std::vector<ExampleId>& examples,
                                  const topics::TrainingOptions& options, std::size_t parts) {
  Accuracy sum;
  for (const std::vector<ExampleId>& part : topics::deal_to_parts(set, examples, parts)) {
    TRY_AS(accuracy, measure(set, topics::without(examples, part), part, options));
    sum.add(*accuracy);
  }
  return sum;
}

}  // namespace porthole::labs
