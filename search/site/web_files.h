#pragma once

/// Files embedded in the program: search/web and schemas/openapi.yaml.

#include <string_view>

namespace porthole::embedded {

/// The content of a file ("style.css"); "" when there is none of that name.
std::string_view web_file(std::string_view name);

}  // namespace porthole::embedded

namespace porthole::search {

using embedded::web_file;

}  // namespace porthole::search
