#pragma once

/// By what a comparison measures the status of what was found, and which domains it trusts.

#include <filesystem>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "labs/experiments/comparison/comparison.h"

namespace porthole::labs {

struct StatusChoice {
  std::string labels;   ///< "in-links:DIR", or a file of host ranks or of numbers; "" = status is not measured.
  std::string trusted;  ///< A file with a domain a line; "" = none.
};

struct ChosenStatus {
  std::string says;         ///< For the report: which labels, and by which model the crawls went.
  std::string fingerprint;  ///< Of all that it depends on.
};

/// Adds both to `judge`, and puts the collection's status model where crawls look for theirs, in `model`.
/// Errors: those of StatusLabels; kNotFound and kInvalid for the list.
Result<ChosenStatus> choose_status(const collection::Collection& collection, const StatusChoice& choice,
                                   const std::filesystem::path& model, labs::RunJudge& judge);

}  // namespace porthole::labs
