#pragma once

/// The PageJudge that uses the classifier trained by `porthole train` on a collection's taxonomy.
///
/// In a collection's model folder are
///   classifier.model    the model (topics/classify/model_file.h)
///   classifier.examples the fingerprint_of() the taxonomy that it was trained on
///
/// A page is judged by the text that the model was trained on (topics/text/term_counts.h).
/// Relevance is R(d), the sum of Pr[c|d] over the good topics; a page is relevant if R(d) >= 0.5,
/// that is, if it is more likely about a good topic than not. Its topic is the best leaf.
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

/// File names in Collection::model_folder(), written by `porthole train`.
inline constexpr const char* kModelFile = "classifier.model";
inline constexpr const char* kTrainedOnFile = "classifier.examples";

/// A fingerprint of a taxonomy's topics and examples, 16 hexadecimal digits; it changes whenever
/// training would give another model. Titles, descriptions and marks are left out.
std::string fingerprint_of(const topics::Taxonomy& taxonomy);

/// Errors: kIncomplete, with `remedy` as the hint, when there is none in `model_folder`; kInvalid
/// when it is damaged; kPermission, kStorage.
Result<std::unique_ptr<topics::TrainedModel>> load_classifier(
    const std::filesystem::path& model_folder, const std::string& remedy);

/// Sets the good topics of `model` to those of `taxonomy`, matched by path.
/// Errors: kIncomplete when the model has not learned one of them.
Result<void> take_marks(topics::TrainedModel& model, const topics::Taxonomy& taxonomy,
                        const std::string& remedy);

/// Requires: `model` is not null. The judge's taxonomy is the model's.
std::unique_ptr<PageJudge> make_classifier_judge(std::unique_ptr<topics::TrainedModel> model);

}  // namespace porthole::gatherer
