#pragma once

/// All summarizers that this build has, with the defaults of their options.

#include <vector>

#include "plugins/host/setup.h"

namespace porthole::testing {

/// Errors: throws std::runtime_error when one of them cannot be used.
std::vector<plugins::PluginUse> installed_summarizers();

}  // namespace porthole::testing
