#include "training/topic_ranking.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace porthole::training {
namespace {

using topics::kRootTopic;
using Ranking = std::map<std::string, ProposedTopic>;

void add(const topics::Taxonomy& taxonomy, topics::TopicId topic, double probability,
         Ranking& ranking) {
  for (topics::TopicId id = topic; id != kRootTopic; id = taxonomy[id].parent) {
    ProposedTopic& at = ranking[taxonomy[id].path];
    at.probability += probability;
    ++at.pages;
  }
}

}  // namespace

Ranking topics_of_pages(const Training& training, const std::vector<std::string>& keys,
                        const ExampleStore& store, const topics::TrainedModel& model) {
  std::unordered_map<std::string_view, std::string> marked;  // keys -> paths of their topics
  for (const TrainingPage& page : training.pages)
    marked.emplace(page.key, training.set.taxonomy()[page.topic].path);
  const topics::Taxonomy& taxonomy = model.taxonomy();
  Ranking ranking;
  for (const std::string& key : keys) {
    const auto found = marked.find(key);
    const auto mark = found == marked.end() ? std::nullopt : taxonomy.find(found->second);
    if (mark) {
      add(taxonomy, *mark, 1, ranking);
      continue;
    }
    const topics::Classification page = model.classify(store.find(key)->terms_of(model.text()));
    for (const topics::TopicProbability& topic : page.topics) {
      if (topic.topic != kRootTopic)
        ranking[taxonomy[topic.topic].path].probability += topic.probability;
    }
    add(taxonomy, page.best, 0, ranking);
  }
  for (auto& [path, topic] : ranking) {
    topic.probability /= static_cast<double>(keys.size());
    topic.path = path;
  }
  return ranking;
}

}  // namespace porthole::training
