#pragma once

/// Hash that identifies a term.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.3 (32-bit hash codes).

#include <cstdint>

namespace porthole::topics {

using TermHash = std::uint32_t;

}  // namespace porthole::topics
