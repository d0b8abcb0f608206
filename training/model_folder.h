#pragma once

/// Opens a collection with its taxonomy, and loads and saves its classifier.

#include <memory>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "collection/taxonomy_file.h"
#include "topics/classify/trained_model.h"

namespace porthole::training {

struct OpenTaxonomy {
  collection::Collection collection;
  collection::TaxonomyFile file;
};

/// Opens both.
/// Errors: those of Collection::open() and read_taxonomy_of(), with the command to type when the
/// specification does not name a taxonomy.
Result<OpenTaxonomy> open_taxonomy(const std::string& folder);

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
