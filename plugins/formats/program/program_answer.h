#pragma once

/// Reads the JSON that a summarizer program prints (docs/plugins.md) into a Document.
///
/// In:  its output, any bytes.
/// Out: the fields of the Document, clean; the host enforces limits and names of properties.
///
/// Thread safety: all functions, any thread.

#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"

namespace porthole {

/// Returns "", or what could not be taken over ("not a known member: titel") or the program itself
/// calls a problem; the rest is taken.
///
/// Errors: throws UnreadablePage where the program says that the page is not readable, and
/// std::runtime_error for output that is not an object of JSON.
std::string take_answer(std::string_view output, const PageBytes& page, Document& document);

}  // namespace porthole
