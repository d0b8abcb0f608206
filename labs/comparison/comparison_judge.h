#pragma once

/// Chooses the judge of a comparison (labels, a held-out classifier, or, without either, the
/// crawls' own judge), its labels of importance and its list of trusted domains.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "labs/comparison/comparison.h"
#include "training/held_out_judge.h"

namespace porthole::labs {

struct JudgeChoice {
  std::string folder;         ///< Folder of the collection, as typed.
  std::filesystem::path out;  ///< Folder for a model.
  std::string labels;         ///< File; "" = none.
  /// Topics of the labels that count; else the good ones, else the topic's title.
  std::vector<std::string> topics;
};

/// The kind of a judge that is the crawls' own.
inline constexpr const char* kOwnJudge = "own judge";

struct ChosenJudge {
  labs::RunJudge judge;
  labs::Oracle::OnTopic labels;  ///< Empty without labels.
  std::filesystem::path model;   ///< Folder of the model that the crawls use; "" = none.
  std::string kind;              ///< "labels", "held-out classifier" or kOwnJudge.
  std::string says;              ///< Description for the report.
  std::string fingerprint;       ///< Fingerprint of its inputs.
  std::vector<Error> failures;   ///< Examples that could not be read.
};

/// Errors: those of PageLabels::read(), train_held_out() and check_page_judge().
Result<ChosenJudge> choose_judge(const collection::Collection& collection,
                                 const JudgeChoice& choice, const training::HeldOutOptions& how);

/// Fingerprint of the content of `file`; "none" when it cannot be read.
std::string fingerprint_of_file(const std::filesystem::path& file);

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
