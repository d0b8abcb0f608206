#pragma once

/// Who says which pages of a comparison are relevant: labels, a classifier that the crawls have
/// never seen, or, where there is neither, the crawls' own judge.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "labs/experiments/comparison/comparison.h"
#include "training/held_out_judge.h"

namespace porthole::labs {

struct JudgeChoice {
  std::string folder;         ///< Of the collection, as it was typed.
  std::filesystem::path out;  ///< Where a model may be put.
  std::string labels;         ///< File; "" = none.
  std::vector<std::string>
      topics;  ///< Of the labels, those that count; else the good ones, else the topic's title.
};

struct ChosenJudge {
  labs::RunJudge judge;
  labs::Oracle::OnTopic labels;  ///< Empty without labels.
  std::filesystem::path model;  ///< Folder of the model that the crawls are to go by; "" = none.
  std::string kind;             ///< "labels", "held-out classifier" or "own judge".
  std::string says;             ///< For the report.
  std::string fingerprint;      ///< Of all that it depends on.
  std::vector<Error> failures;  ///< Examples that cannot be had.
};

/// Errors: those of PageLabels::read(), train_held_out() and check_page_judge().
Result<ChosenJudge> choose_judge(const collection::Collection& collection,
                                 const JudgeChoice& choice, const training::HeldOutOptions& how);

/// What the content of `file` is known by; "none" when it cannot be read.
std::string fingerprint_of_file(const std::filesystem::path& file);

}  // namespace porthole::labs
