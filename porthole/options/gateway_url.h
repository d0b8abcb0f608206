#pragma once

/// Checks the argument of --gateway.

#include <string>

#include "base/result.h"

namespace porthole::cli {

/// An http URL, or "" for no gateway. Errors: kUsage.
Result<void> check_gateway(const std::string& gateway);

}  // namespace porthole::cli
