#pragma once

/// `porthole check spec`: all checks of a specification that `gather` and `serve` make before they
/// begin.
///
/// Thread safety: all functions, any thread.

#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::operations {

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

}  // namespace porthole::operations
