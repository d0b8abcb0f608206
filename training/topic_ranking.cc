#include "training/topic_ranking.h"

#include <memory>
#include <unordered_map>
#include <utility>

#include "topics/classify/training.h"

namespace porthole::training {
namespace {

using topics::kRootTopic;
using Ranking = std::map<std::string, ProposedTopic>;

constexpr std::size_t kParts = 5;

void count(const topics::TrainedModel& model, const ExampleStore& store,
           const std::vector<std::string>& keys, Ranking& ranking) {
  const topics::Taxonomy& taxonomy = model.taxonomy();
  for (const std::string& key : keys) {
    const topics::Classification page = model.classify(store.find(key)->terms_of(model.text()));
    for (const topics::TopicProbability& topic : page.topics) {
      if (topic.topic != kRootTopic)
        ranking[taxonomy[topic.topic].path].probability += topic.probability;
    }
    for (topics::TopicId id = page.best; id != kRootTopic; id = taxonomy[id].parent)
      ++ranking[taxonomy[id].path].pages;
  }
}

}  // namespace

Ranking topics_of_pages(const Training& training, const std::vector<std::string>& keys,
                        const ExampleStore& store, const topics::TrainedModel& model) {
  std::unordered_map<std::string, topics::ExampleId> learned;
  for (std::size_t i = 0; i < training.pages.size(); ++i) {
    learned.emplace(training.pages[i].key, static_cast<topics::ExampleId>(i));
  }
  std::map<topics::GroupId, std::size_t> places;  // of sites, in order of first mention
  for (const std::string& key : keys) {
    if (learned.contains(key)) places.emplace(training.set.group_of(learned[key]), places.size());
  }
  std::map<std::size_t, std::vector<std::string>> parts;  // kParts: in no training set
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto known = learned.find(keys[i]);
    const std::size_t place = known == learned.end() ? kParts
                              : places.size() == 1
                                  ? i % kParts
                                  : places[training.set.group_of(known->second)] % kParts;
    parts[place].push_back(keys[i]);
  }
  Ranking ranking;
  for (const auto& [part, of_part] : parts) {
    std::unique_ptr<topics::TrainedModel> other;
    if (part != kParts) {
      topics::TrainingSet rest = training.set;
      for (const std::string& key : of_part) rest.remove(learned[key]);
      auto trained = topics::train_again(rest, model);
      if (trained) other = std::move(*trained);
    }
    count(other != nullptr ? *other : model, store, of_part, ranking);
  }
  for (auto& [path, topic] : ranking) {
    topic.probability /= static_cast<double>(keys.size());
    topic.path = path;
  }
  return ranking;
}

}  // namespace porthole::training
