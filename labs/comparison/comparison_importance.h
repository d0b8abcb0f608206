#pragma once

/// Chooses the labels of importance for a comparison, and its list of trusted domains.

#include <filesystem>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "labs/comparison/comparison.h"

namespace porthole::labs {

struct ImportanceChoice {
  std::string labels;   ///< "in-links:DIR", or a file of host ranks or of numbers; "" = importance
                        ///< is not measured.
  std::string trusted;  ///< A file with a domain a line; "" = none.
};

struct ChosenImportance {
  std::string says;         ///< For the report: the labels, and the model that the crawls used.
  std::string fingerprint;  ///< Fingerprint of its inputs.
};

/// Adds both to `judge`, and copies the collection's model of importance to `model`, where crawls
/// look for it.
/// Errors: those of ImportanceLabels; kNotFound and kInvalid for the list.
Result<ChosenImportance> choose_importance(const collection::Collection& collection,
                                           const ImportanceChoice& choice,
                                           const std::filesystem::path& model,
                                           labs::RunJudge& judge);

}  // namespace porthole::labs
