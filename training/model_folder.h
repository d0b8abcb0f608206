#pragma once

/// Loads and saves the classifier of a collection.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "collection/collection.h"
#include "topics/classify/trained_model.h"
#include "training/open_taxonomy.h"

namespace porthole::training {

/// The report of a training (training_report.h), beside its model.
inline constexpr const char* kReportFile = "classifier.report.json";

/// Loads the trained classifier with the taxonomy's marks.
/// Errors: those of load_classifier() and take_marks().
Result<std::unique_ptr<topics::TrainedModel>> open_classifier(const OpenTaxonomy& open,
                                                              const std::string& folder);

/// Writes the classifier, a description of its training data and the report of the training
/// (training_report.h) into `folder`, such as the collection's model folder.
/// Errors: those of replace_file().
Result<void> save_classifier(const std::filesystem::path& folder, const OpenTaxonomy& open,
                             const topics::TrainedModel& model,
                             const nlohmann::ordered_json& report);

/// A cell of a held-out confusion matrix.
struct HeldOutCell {
  std::string actual, predicted;  ///< Paths of topics.
  std::size_t pages = 0;
};
/// Returns the confusion of the training's report, and none without a report or a test in it.
/// Errors: kInvalid when it is damaged; kPermission, kStorage.
Result<std::vector<HeldOutCell>> held_out_confusion(const collection::Collection& collection);

/// Returns the path of a topic for display: "(everything)" for the root.
std::string shown_topic(const topics::Taxonomy& taxonomy, topics::TopicId id);

}  // namespace porthole::training
