#pragma once

/// Whether one of two texts holds the other: how a page and its canonical URL are compared.
///
/// Broder, "On the resemblance and containment of documents", SEQUENCES 1997: the share of the
/// shingles of the shorter text that the longer one has, too. RFC 6596, 3: the target of a
/// canonical link has the same content or a superset.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <string_view>
#include <vector>

namespace porthole::search {

/// Hashes of the runs of three words, or of the words of a shorter text; sorted, each once.
using Shingles = std::vector<std::uint64_t>;
Shingles shingles_of(std::string_view text);

/// True when the longer text has four in five shingles of the shorter one. False when one is empty.
bool one_holds_the_other(const Shingles& a, const Shingles& b);

}  // namespace porthole::search
