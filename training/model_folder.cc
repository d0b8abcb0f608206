#include "training/model_folder.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text/format.h"
#include "gatherer/judge/classifier_judge.h"
#include "topics/classify/model_file.h"

namespace porthole::training {
namespace {

std::string training_remedy(const std::string& folder) {
  return "run: porthole train " + shell_word(folder);
}

}  // namespace

Result<std::unique_ptr<topics::TrainedModel>> open_classifier(const OpenTaxonomy& open,
                                                              const std::string& folder) {
  auto model = gatherer::load_classifier(open.collection.model_folder(), training_remedy(folder));
  if (!model) return model;
  const Result<void> marked =
      gatherer::take_marks(**model, open.file.taxonomy(), training_remedy(folder));
  if (!marked) return fail(marked.error());
  return model;
}

Result<void> save_classifier(const OpenTaxonomy& open, const topics::TrainedModel& model) {
  const std::filesystem::path folder = open.collection.model_folder();
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  Result<void> done =
      collection::replace_file(folder / gatherer::kModelFile, topics::save_model(model));
  if (!done) return done;
  return collection::replace_file(folder / gatherer::kTrainedOnFile,
                                  gatherer::fingerprint_of(open.file.taxonomy()) + "\n");
}

std::string shown_topic(const topics::Taxonomy& taxonomy, topics::TopicId id) {
  return id == topics::kRootTopic ? "(everything)" : taxonomy[id].path;
}

}  // namespace porthole::training
