#pragma once

/// The results of `check taxonomy` and `check classify` as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/document.h"
#include "base/result.h"

namespace porthole::operations {

/// {"file","valid","title","topics","leaves","examples","good","path","subsumed","null","without_examples"}.
/// Errors: those of TaxonomyFile::read().
Result<nlohmann::ordered_json> describe_taxonomy(const std::string& file);

/// The classification of a page by the collection in `folder`:
/// {"relevance","best","classes":[{"topic","probability"}],"relevant","best_is_wanted","model"},
/// the classes in taxonomy order. Errors: kIncomplete and others if the collection or its
/// classifier does not exist, with the command to run.
Result<nlohmann::ordered_json> classify_page(const std::string& folder, const Document& page);

}  // namespace porthole::operations
