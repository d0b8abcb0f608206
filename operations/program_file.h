#pragma once

#include <string>

#include "base/result.h"

namespace porthole::operations {

/// The path of a data file of the program (a list of sites, an example): in ../share/porthole from
/// the program, or in ../files, which a build makes a link to the sources. Errors: kNotFound.
Result<std::string> program_file(const std::string& name);

}  // namespace porthole::operations
