#pragma once

/// Takes seeds out of the text of a specification.
///
/// Thread safety: pure function.

#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::collection {

/// Removes the <seed> elements whose page is one of `urls`; everything else is unchanged (comments
/// and layout included). Errors: those of xml::read_tree(); kNotFound for a URL that no <seed>
/// names, and then nothing is removed.
Result<std::string> remove_seeds(const std::string& text, const std::vector<std::string>& urls);

}  // namespace porthole::collection
