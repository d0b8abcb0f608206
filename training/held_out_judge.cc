#include "training/held_out_judge.h"

#include <functional>
#include <set>
#include <system_error>
#include <utility>

#include "gatherer/judge/classifier_judge.h"
#include "topics/classify/held_out.h"
#include "topics/classify/model_file.h"
#include "topics/classify/training.h"
#include "training/example_split.h"
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

}  // namespace

Result<HeldOutJudge> train_held_out(const OpenTaxonomy& open, const fs::path& folder,
                                    const HeldOutOptions& options) {
  TRY_AS(training, read_examples(open, options));
  const topics::TrainingSet& set = training->set;
  const labs::ExampleSplit split = labs::split_examples(set);
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

}  // namespace porthole::training
