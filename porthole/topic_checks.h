#pragma once

/// What `check taxonomy` and `check classify` answer, as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"

namespace porthole::cli {

/// {"file","valid","title","topics","leaves","examples","good","path","subsumed","null","without_examples"}.
/// Errors: those of TaxonomyFile::read().
Result<nlohmann::ordered_json> describe_taxonomy(const std::string& file);

struct PageToClassify {
  std::string file;
  std::string url;           ///< "" = that of the file.
  std::string content_type;
};

/// {"relevance","best","classes":[{"topic","probability"}],"relevant","best_is_wanted","model"}, the classes in
/// the order of the taxonomy. Errors: when the page or the classifier of the collection in `folder` is not there.
Result<nlohmann::ordered_json> classify_page(const std::string& folder, const PageToClassify& page);

}  // namespace porthole::cli
