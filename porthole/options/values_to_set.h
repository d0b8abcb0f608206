#pragma once

/// Reads the values of --set, for parameters of ready queries.

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::cli {

/// `set`: NAME=VALUE each. Errors: kUsage.
inline Result<std::map<std::string, std::string>> values_to_set(
    const std::vector<std::string>& set) {
  std::map<std::string, std::string> values;
  for (const std::string& one : set) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail(ErrorCode::kUsage, "not a valid --set: " + one,
                  "write --set NAME=VALUE; --list names the parameters");
    }
    values[one.substr(0, equals)] = one.substr(equals + 1);
  }
  return values;
}

}  // namespace porthole::cli
