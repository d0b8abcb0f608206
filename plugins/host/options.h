#pragma once

/// Validates the options of a plug-in against its declarations.
///
/// Thread safety: all functions, any thread.

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "plugins/option.h"

namespace porthole::plugins {

/// The values of all declared options: those of `given` in their order, then the defaults of the
/// others. `whose` names the plug-in in messages.
///
/// Errors: kInvalid for an option that is not declared (with the nearest name), given twice,
/// missing, or has an invalid value. The caller adds file and line.
Result<OptionValues> check_options(const std::vector<OptionDeclaration>& declared,
                                   const OptionValues::List& given, const std::string& whose);

/// "text", "whole number", "number", "yes or no", "choice", "folder".
const char* option_type_name(OptionType type);

}  // namespace porthole::plugins
