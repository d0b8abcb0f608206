#include "training/model_folder.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/xml/tree.h"
#include "gatherer/judge/classifier_judge.h"
#include "topics/classify/model_file.h"

namespace porthole::training {
namespace {

/// File in the folder of the model.
constexpr const char* kHeldOutFile = "classifier.held_out.json";
constexpr std::size_t kLargestHeldOut = 64 << 20;

std::string training_remedy(const std::string& folder) {
  return "run: porthole train " + shell_word(folder);
}

}  // namespace

Result<std::unique_ptr<topics::TrainedModel>> open_classifier(const OpenTaxonomy& open,
                                                              const std::string& folder) {
  auto model = gatherer::load_classifier(open.collection.model_folder(), training_remedy(folder));
  if (!model) return model;
  TRY(gatherer::take_marks(**model, open.file.taxonomy(), training_remedy(folder)));
  return model;
}

Result<void> save_classifier(const OpenTaxonomy& open, const topics::TrainedModel& model,
                             const nlohmann::ordered_json& report) {
  return save_classifier_in(open.collection.model_folder(), open, model, report);
}

Result<void> save_classifier_in(const std::filesystem::path& folder, const OpenTaxonomy& open,
                                const topics::TrainedModel& model,
                                const nlohmann::ordered_json& report) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  const std::pair<const char*, std::string> files[] = {
      {gatherer::kModelFile, topics::save_model(model)},
      {kReportFile, report.dump() + "\n"},
      {gatherer::kTrainedOnFile, gatherer::fingerprint_of(open.file.taxonomy()) + "\n"}};
  for (const auto& [name, text] : files) {
    if (auto done = collection::replace_file(folder / name, text); !done) return done;
  }
  return {};
}

Result<void> save_held_out(const OpenTaxonomy& open, const topics::HeldOutReport* test) {
  const std::filesystem::path file = open.collection.model_folder() / kHeldOutFile;
  if (test == nullptr) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    return {};
  }
  const topics::Taxonomy& taxonomy = open.file.taxonomy();
  nlohmann::ordered_json cells = nlohmann::ordered_json::array();
  for (const topics::Confusion& cell : test->confusion) {
    cells.push_back({{"actual", taxonomy[cell.actual].path},
                     {"predicted", taxonomy[cell.predicted].path},
                     {"pages", cell.pages}});
  }
  return collection::replace_file(file, cells.dump(1) + "\n");
}

Result<std::vector<HeldOutCell>> held_out_confusion(const collection::Collection& collection) {
  const std::filesystem::path file = collection.model_folder() / kHeldOutFile;
  const Result<std::string> text = xml::read_file(file, kLargestHeldOut);
  std::vector<HeldOutCell> cells;
  if (!text && text.error().code == ErrorCode::kNotFound) return cells;
  if (!text) return fail(text.error());
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  for (const auto& cell : json) {
    if (!json.is_array() || !cell.is_object() ||
        !cell.value("pages", nlohmann::json()).is_number_unsigned()) {
      return fail({ErrorCode::kInvalid, "the held-out confusion is damaged", file.string(), 0, 0,
                   training_remedy(collection.folder().string())});
    }
    cells.push_back(
        {cell.value("actual", ""), cell.value("predicted", ""), cell["pages"].get<std::size_t>()});
  }
  return cells;
}

std::string shown_topic(const topics::Taxonomy& taxonomy, topics::TopicId id) {
  return id == topics::kRootTopic ? "(everything)" : taxonomy[id].path;
}

}  // namespace porthole::training
