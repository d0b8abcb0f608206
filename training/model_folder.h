#pragma once

/// Loads and saves the classifier of a collection.

#include <memory>
#include <string>

#include "base/result.h"
#include "topics/classify/trained_model.h"
#include "training/open_taxonomy.h"

namespace porthole::training {

/// Loads the trained classifier with the taxonomy's marks.
/// Errors: those of load_classifier() and take_marks().
Result<std::unique_ptr<topics::TrainedModel>> open_classifier(const OpenTaxonomy& open,
                                                              const std::string& folder);

/// Writes the classifier and a description of its training data.
/// Errors: those of replace_file().
Result<void> save_classifier(const OpenTaxonomy& open, const topics::TrainedModel& model);

/// Returns the path of a topic for display: "(everything)" for the root.
std::string shown_topic(const topics::Taxonomy& taxonomy, topics::TopicId id);

}  // namespace porthole::training
