#pragma once

/// `porthole train DIR --status`: learns how important pages are from labels, and rates those that were gathered.

#include <string>

#include "collection/collection.h"
#include "porthole/common.h"

namespace porthole::cli {

struct StatusTrainOptions {
  std::string folder;
  std::string labels;  ///< "in-links", or a file of host ranks or of the user's own numbers.
  std::string pages;   ///< The collection whose pages are learned from; "" = the same.
  bool examples = false;  ///< From the taxonomy's example pages instead, before anything is gathered.
};

/// Returns the exit code.
int run_status_train(const StatusTrainOptions& options, const Common& common);

}  // namespace porthole::cli
