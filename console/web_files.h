#pragma once

/// Files of the console's page, put into the program by the build (console/web/README.md).

#include <string_view>

namespace porthole::embedded {
std::string_view console_file(std::string_view name);
}

namespace porthole::console {
/// "" when there is no such file.
inline std::string_view web_file(std::string_view name) { return embedded::console_file(name); }
}  // namespace porthole::console
