#pragma once

/// The effective values of a specification: each setting with its value, and whether it is set or a
/// default.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::collection {

struct EffectiveValue {
  std::string name;   ///< As in the file: "politeness/delay".
  std::string value;  ///< Times in seconds, sizes in bytes.
  std::string from;   ///< "FILE:LINE", or "default".
};

/// `specification` was read from `file`. Errors: those of xml::read_file() and
/// xml::read_tree().
Result<std::vector<EffectiveValue>> effective_values(const std::filesystem::path& file,
                                                     const Specification& specification);

}  // namespace porthole::collection
