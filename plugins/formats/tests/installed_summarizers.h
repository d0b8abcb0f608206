#pragma once

/// All summarizers of this build, with default options.

#include <vector>

#include "plugins/host/setup.h"

namespace porthole::testing {

/// Errors: throws std::runtime_error when one of them cannot be used.
std::vector<plugins::PluginUse> installed_summarizers();

}  // namespace porthole::testing
