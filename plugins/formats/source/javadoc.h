#pragma once

/// Converts Javadoc comments (HTML with block and inline tags) to plain text.
///
///   "Reads {@link Reader} <b>twice</b> &amp; more" -> "Reads Reader twice & more"
///
/// Source: JDK 17, Documentation Comment Specification for the Standard Doclet. Any text will do.
/// Thread safety: any thread.

#include <string>
#include <string_view>

namespace porthole::source {

std::string plain_javadoc(std::string_view text);

}  // namespace porthole::source
