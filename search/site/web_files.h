#pragma once

/// The files of search/web, and schemas/openapi.yaml, as they were when the program was built.

#include <string_view>

namespace porthole::embedded {

/// The text of one of them ("style.css"); "" when there is none of that name.
std::string_view web_file(std::string_view name);

}  // namespace porthole::embedded

namespace porthole::search {

using embedded::web_file;

}  // namespace porthole::search
