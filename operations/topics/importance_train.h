#pragma once

/// `porthole train DIR --importance`: trains the importance model, which predicts the importance of
/// pages, from labels, and applies it to the gathered pages.

#include <cstddef>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "topics/importance/importance_model.h"

namespace porthole::operations {

struct ImportanceTrainOptions {
  std::string folder;
  std::string labels;     ///< "in-links", or a file of host ranks or of the user's own numbers.
  bool examples = false;  ///< Train on the taxonomy's example pages, before anything is gathered.
};

struct TrainedImportance {
  topics::ImportanceModel model;
  std::size_t rated = 0;  ///< Pages of the collection; 0 before the first gather.
};

/// Saves the model in `collection`, whose folder is options.folder. Errors: kUsage for in-links of
/// examples; those of train_importance(), read_pages() and the repository.
Result<TrainedImportance> train_importance_model(const ImportanceTrainOptions& options,
                                                 const collection::Collection& collection);

}  // namespace porthole::operations
