#pragma once

/// What `check taxonomy` and `check classify` answer, as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/document.h"
#include "base/result.h"

namespace porthole::cli {

/// {"file","valid","title","topics","leaves","examples","good","path","subsumed","null","without_examples"}.
/// Errors: those of TaxonomyFile::read().
Result<nlohmann::ordered_json> describe_taxonomy(const std::string& file);

/// What the classifier of the collection in `folder` takes a page for:
/// {"relevance","best","classes":[{"topic","probability"}],"relevant","best_is_wanted","model"}, the classes in
/// the order of the taxonomy. Errors: kIncomplete and others when the collection or its classifier is not there,
/// with the command to type.
Result<nlohmann::ordered_json> classify_page(const std::string& folder, const Document& page);

}  // namespace porthole::cli
