#pragma once

/// Checks of a specification and of its topics that need more than its file.
///
/// Thread safety: functions without state.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "collection/specification.h"

namespace porthole::operations {

// `porthole check spec`: all checks of a specification that `gather` and `serve` make before they
// begin.
//
// Thread safety: all functions, any thread.

/// Reads `file`, and checks what it names: rules, strategy, order of a refresh, plug-ins with their
/// options, collections to share with. A plug-in is loaded as by `gather`: those of protocols and
/// summarizers in sandbox processes alone.
///
/// Errors: those of collection::read_specification() and of the parts, with `file` as it was given.
Result<collection::Specification> read_checked_specification(const std::string& file);

/// Files and folders that the specification in `file` names and that are not there, in the order of
/// their lines.
std::vector<Error> all_missing(const std::string& file,
                               const collection::Specification& specification);

// The results of `check taxonomy` and `check classify` as JSON.

/// {"file","valid","title","topics","leaves","examples","good","path","subsumed","null","without_examples"}.
/// Errors: those of TaxonomyFile::read().
Result<nlohmann::ordered_json> describe_taxonomy(const std::string& file);

/// The classification of a page by the collection in `folder`:
/// {"relevance","best","classes":[{"topic","probability"}],"relevant","best_is_wanted","model"},
/// the classes in taxonomy order. Errors: kIncomplete and others if the collection or its
/// classifier does not exist, with the command to run.
Result<nlohmann::ordered_json> classify_page(const std::string& folder, const Document& page);

}  // namespace porthole::operations
