#pragma once

/// 64-bit SimHash for near-duplicate detection.
///
/// Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; Manku, Jain,
/// Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, sections 2 and 3: 64 bits, at
/// most three of which differ between near-duplicates. The features are shingles of kShingleWords
/// words, weighted by their frequency.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace porthole::indexer {

inline constexpr std::size_t kShingleWords = 4;
inline constexpr std::size_t kFewestShingles = 20;  ///< Shorter texts have no SimHash.
inline constexpr int kNearBits = 3;

/// Nothing for a text with fewer than kFewestShingles shingles.
std::optional<std::uint64_t> fingerprint(std::string_view text);

/// True when the Hamming distance is at most kNearBits.
bool are_near(std::uint64_t a, std::uint64_t b);

/// Eight bytes in big-endian order; the inverse returns nothing for other sizes.
std::string fingerprint_value(std::uint64_t print);
std::optional<std::uint64_t> read_fingerprint(std::string_view value);

}  // namespace porthole::indexer
