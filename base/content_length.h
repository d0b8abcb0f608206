#pragma once

/// How much a page says: by this, strategies tell thin pages. Thread safety: a pure function.

#include <cstdint>
#include <optional>

#include "base/document.h"

namespace porthole {

/// The bytes of the main content, separators between blocks apart; absent for a document without
/// blocks.
std::optional<std::int64_t> content_length(const Document& document);

}  // namespace porthole
