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

constexpr std::size_t kLargestReport = 64 << 20;

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

Result<void> save_classifier(const std::filesystem::path& folder, const OpenTaxonomy& open,
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

Result<std::vector<HeldOutCell>> held_out_confusion(const collection::Collection& collection) {
  const std::filesystem::path file = collection.model_folder() / kReportFile;
  const Result<std::string> text = xml::read_file(file, kLargestReport);
  std::vector<HeldOutCell> cells;
  if (!text && text.error().code == ErrorCode::kNotFound) return cells;
  if (!text) return fail(text.error());
  try {
    const auto report = nlohmann::json::parse(*text);
    if (report.at("held_out").is_null()) return cells;
    for (const auto& cell : report.at("held_out").at("confusion")) {
      cells.push_back({cell.at("actual").get<std::string>(),
                       cell.at("predicted").get<std::string>(),
                       cell.at("pages").get<std::size_t>()});
    }
  } catch (const nlohmann::json::exception&) {
    return fail({ErrorCode::kInvalid, "the report of the training is damaged", file.string(), 0, 0,
                 training_remedy(collection.folder().string())});
  }
  return cells;
}

std::string shown_topic(const topics::Taxonomy& taxonomy, topics::TopicId id) {
  return id == topics::kRootTopic ? "(everything)" : taxonomy[id].path;
}

}  // namespace porthole::training
