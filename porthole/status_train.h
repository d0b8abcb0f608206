#pragma once

/// `porthole train DIR --status`: learns how important pages are from labels, and rates those that were gathered.

#include <string>

#include "collection/collection.h"
#include "porthole/common.h"
#include "topics/status_model.h"

namespace porthole::cli {

struct StatusTrainOptions {
  std::string folder;
  std::string labels;  ///< "in-links", or a file of host ranks or of the user's own numbers.
  std::string pages;   ///< The collection whose pages are learned from; "" = the same.
  bool examples = false;  ///< From the taxonomy's example pages instead, before anything is gathered.
};

/// Returns the exit code.
int run_status_train(const StatusTrainOptions& options, const Common& common);

/// Where a status comes from, in words: by which labels, of how many pages, how well it was predicted for sites that
/// were held out. For wherever status is shown.
std::string describe_origin(const topics::StatusOrigin& origin);

}  // namespace porthole::cli
