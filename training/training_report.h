#pragma once

/// The outcome of a training, and its report: accuracy on held-out pages for each topic, confusion,
/// reliability of the probabilities.
///
/// Thread safety: pure functions.

#include <memory>
#include <optional>
#include <string>

#include "base/json/json.h"
#include "topics/classify/held_out.h"
#include "topics/classify/trained_model.h"
#include "training/training.h"

namespace porthole::training {

struct TrainedClassifier {
  std::unique_ptr<topics::TrainedModel> model;
  std::optional<topics::HeldOutReport> test;
  std::string untested;  ///< Why accuracy was not measured.
};

/// {"model","text","settings","pages","sites","topics","good","failed","held_out","untested"}
nlohmann::ordered_json report_as_json(const TrainedClassifier& trained, const Training& training);

}  // namespace porthole::training
