#pragma once

/// `porthole train DIR --importance`: trains the importance model, which predicts the importance of
/// pages, from labels, and applies it to the gathered pages.

#include <string>

#include "collection/collection.h"
#include "porthole/common.h"

namespace porthole::cli {

struct ImportanceTrainOptions {
  std::string folder;
  std::string labels;     ///< "in-links", or a file of host ranks or of the user's own numbers.
  std::string pages;      ///< The collection with the training pages; "" for the same one.
  bool examples = false;  ///< Train on the taxonomy's example pages, before anything is gathered.
};

/// Returns the exit code.
int run_importance_train(const ImportanceTrainOptions& options, const Common& common);

}  // namespace porthole::cli
