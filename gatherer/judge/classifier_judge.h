#pragma once

/// Judges pages by the classifier that `porthole train` has made of a collection's taxonomy.
///
/// In a collection's model folder are
///   classifier.model    the model (topics/classify/model_file.h)
///   classifier.examples what it was trained on: fingerprint_of() the taxonomy
///
/// Relevance is R(d), the sum of Pr[c|d] over the good topics; a page is relevant from R(d) = 0.5 on, when
/// it is more likely about a good topic than not. Its topic is the best leaf.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.2.

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "gatherer/judge/page_judge.h"
#include "topics/classify/trained_model.h"

namespace porthole::gatherer {

inline constexpr double kClassifierThreshold = 0.5;

/// Where `porthole train` puts them, in Collection::model_folder().
inline constexpr const char* kModelFile = "classifier.model";
inline constexpr const char* kTrainedOnFile = "classifier.examples";

/// A taxonomy's topics and examples in 16 hexadecimal digits: two that differ would train another model.
/// Titles, descriptions and marks do not count.
std::string fingerprint_of(const topics::Taxonomy& taxonomy);

/// Errors: kIncomplete, with `remedy` as the hint, when there is none in `model_folder`; kInvalid when it is
/// damaged; kPermission, kStorage.
Result<std::unique_ptr<topics::TrainedModel>> load_classifier(const std::filesystem::path& model_folder,
                                                              const std::string& remedy);

/// Makes the good topics of `taxonomy` those of `model`, by path.
/// Errors: kIncomplete when the model has not learned one of them.
Result<void> take_marks(topics::TrainedModel& model, const topics::Taxonomy& taxonomy, const std::string& remedy);

/// Requires: `model` is not null. The judge's taxonomy is the model's.
std::unique_ptr<PageJudge> make_classifier_judge(std::unique_ptr<topics::TrainedModel> model);

}  // namespace porthole::gatherer
