#include "training/held_out_judge.h"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "gatherer/judge/classifier_judge.h"
#include "topics/classify/held_out.h"
#include "topics/classify/model_file.h"
#include "topics/classify/training.h"
#include "training/example_store.h"
#include "training/training.h"

namespace porthole::training {
namespace {

namespace fs = std::filesystem;

Result<Training> read_examples(const OpenTaxonomy& open, const HeldOutOptions& options) {
  TRY_AS(store, ExampleStore::open(open.collection.model_folder()));
  TrainingOptions how;
  how.stop = options.stop;
  how.progress = options.progress;
  return gather_examples(open.collection, open.file, *store, how);
}

Result<std::unique_ptr<topics::TrainedModel>> train_half(
    const topics::TrainingSet& set, const std::vector<topics::ExampleId>& half) {
  auto model = topics::train(set, half, {});
  if (!model) {
    Error error = model.error();
    error.message = "half of the examples is not enough to judge by: " + error.message;
    error.hint = "add examples from more sites, or give --labels FILE";
    return fail(std::move(error));
  }
  const auto test = topics::test_held_out(set, half, **model);
  if (test) (*model)->set_temperature(test->temperature);
  return model;
}

Result<void> save(const fs::path& folder, const std::string& model,
                  const topics::Taxonomy& taxonomy) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code)
    return fail(ErrorCode::kStorage, "cannot make " + folder.string() + ": " + code.message());
  TRY(collection::replace_file(folder / gatherer::kModelFile, model));
  return collection::replace_file(folder / gatherer::kTrainedOnFile,
                                  gatherer::fingerprint_of(taxonomy) + "\n");
}

using topics::ExampleId;
using topics::GroupId;

constexpr std::size_t kCrawl = 0;
constexpr std::size_t kReport = 1;

/// The half that has less, the crawl's when they are even.
std::size_t smaller(const std::array<std::size_t, 2>& sizes) {
  return sizes[kReport] < sizes[kCrawl] ? kReport : kCrawl;
}

}  // namespace

Result<HeldOutJudge> train_held_out(const OpenTaxonomy& open, const fs::path& folder,
                                    const HeldOutOptions& options) {
  TRY_AS(training, read_examples(open, options));
  const topics::TrainingSet& set = training->set;
  const ExampleSplit split = split_examples(set);
  TRY_AS(crawl, train_half(set, split.crawl));
  TRY_AS(report, train_half(set, split.report));
  const std::string crawl_bytes = topics::save_model(**crawl);
  TRY(save(folder, crawl_bytes, open.file.taxonomy()));

  HeldOutJudge out;
  out.crawl_examples = split.crawl.size();
  out.report_examples = split.report.size();
  out.topics_on_shared_sites = split.shared_sites.size();
  out.failures = std::move(training->failures);
  std::set<topics::TopicId> topics;
  for (const topics::ExampleId example : set.all()) topics.insert(set.topic_of(example));
  out.topics = topics.size();
  for (const topics::ExampleId example : split.crawl) {
    const bool judged =
        (*report)->classify(set.page_of(example)).relevance >= gatherer::kClassifierThreshold;
    out.agreed += judged == set.taxonomy().is_wanted(set.topic_of(example)) ? 1 : 0;
  }
  const std::hash<std::string> hash;
  out.fingerprint =
      std::to_string(hash(crawl_bytes)) + " " + std::to_string(hash(topics::save_model(**report)));
  out.judge = gatherer::make_classifier_judge(std::move(*report));
  return out;
}

ExampleSplit split_examples(const topics::TrainingSet& set) {
  std::map<topics::TopicId, std::vector<ExampleId>> by_topic;
  for (const ExampleId example : set.all()) by_topic[set.topic_of(example)].push_back(example);

  ExampleSplit split;
  std::map<GroupId, std::size_t> half_of;
  std::array<std::size_t, 2> all{};
  for (const auto& [topic, examples] : by_topic) {
    std::map<GroupId, std::size_t> groups;
    std::array<std::size_t, 2> here{};
    for (const ExampleId example : examples) ++groups[set.group_of(example)];
    for (const auto& [group, count] : groups) {
      if (const auto known = half_of.find(group); known != half_of.end())
        here[known->second] += count;
    }
    for (const auto& [group, count] : groups) {
      if (half_of.contains(group)) continue;
      const std::size_t half = here[kCrawl] == here[kReport] ? smaller(all) : smaller(here);
      half_of[group] = half;
      here[half] += count;
    }
    const bool one_sided = examples.size() > 1 && (here[kCrawl] == 0 || here[kReport] == 0);
    if (one_sided) split.shared_sites.push_back(topic);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::size_t half = one_sided ? i % 2 : half_of[set.group_of(examples[i])];
      (half == kCrawl ? split.crawl : split.report).push_back(examples[i]);
      ++all[half];
    }
  }
  return split;
}

}  // namespace porthole::training
