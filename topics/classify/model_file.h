#pragma once

/// Serialises trained topic models to the bytes of a model file, and reads them back.
///
/// Form (little-endian): "PHTM", version (u32), XXH64 of what follows (u64), then kind, taxonomy
/// (names, titles, marks), the text that is judged (u8), the temperature (f64) and the model's
/// parameters. Damage is noticed by the checksum; sizes are checked against the bytes that are
/// there before anything is allocated, so bytes of a hostile origin cost no more than their length.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "topics/classify/naive_bayes.h"
#include "topics/classify/trained_model.h"

namespace porthole::topics {

/// A larger file is not read as a model.
inline constexpr std::size_t kLargestModelFile = std::size_t{1} << 30;

std::string save_model(const TrainedModel& model);

/// Errors: kInvalid when the bytes are not a model, are damaged, or of a version that this program
/// does not know; the hint says to train again.
Result<std::unique_ptr<TrainedModel>> load_model(std::string_view bytes);

/// All of a naive Bayes model but its nodes.
struct NaiveBayesOutline {
  Taxonomy taxonomy;
  NaiveBayesSettings settings;
  JudgedText text = JudgedText::kWhole;
  double temperature = 1;
};

/// Reads a naive Bayes model node by node, in order of topic, so that a model larger than memory
/// can be copied (from mapped bytes). Stops at the first error of `visit`. Errors: those of
/// load_model(); kUnsupported for a model of another kind; those of `visit`.
Result<NaiveBayesOutline> read_nodes(
    std::string_view bytes,
    const std::function<Result<void>(TopicId, const NaiveBayesNode&)>& visit);

}  // namespace porthole::topics
