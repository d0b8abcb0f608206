#pragma once

/// A trained model as bytes: to be kept in a file, and read again by any later run.
///
/// Form (little-endian): "PHTM", version (u32), XXH64 of what follows (u64), then kind, taxonomy (names,
/// titles, marks) and the model's parameters. Damage is noticed by the checksum; sizes are checked against
/// the bytes that are there before anything is allocated, so bytes of a hostile origin cost no more than
/// their length.
///
/// Thread safety: pure functions.

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "topics/classify/trained_model.h"

namespace porthole::topics {

std::string save_model(const TrainedModel& model);

/// Errors: kInvalid when the bytes are no model, are damaged, or of a version that this program does not
/// know; the hint says to train again.
Result<std::unique_ptr<TrainedModel>> load_model(std::string_view bytes);

}  // namespace porthole::topics
