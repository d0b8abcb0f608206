#pragma once

#include <string>
#include <string_view>

namespace porthole {

/// `json`, serialised, with control characters and those that turn the direction of a text, which
/// printable() (base/text/format.h) takes out, as \uXXXX. They stand inside of strings alone, and
/// the value stays the same. Requires: valid UTF-8. Thread safety: any thread.
std::string printable_json(std::string_view json);

}  // namespace porthole
