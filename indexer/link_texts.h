#pragma once

/// The texts of links to a page, as a value of its document: sets of words that the second stage of
/// ranking compares with a query (search/ranking/second_stage.h).
///
/// Format: for each text its number of words, a byte, and the hash of each word's stem, four bytes,
/// the least significant first.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::indexer {

inline constexpr std::size_t kLinkTextsKept = 32;  ///< Number that a page keeps, at most.
inline constexpr std::size_t kLinkTextWords = 12;  ///< A longer text is not kept.

/// A text of a link: the hashes of its words.
using LinkText = std::vector<std::uint32_t>;

/// Hash of a stem, or of a word that is not stemmed; without prefix and diacritics.
std::uint32_t stem_hash(std::string_view stem);

/// The hash of each of `stems`.
LinkText hashed(const std::vector<std::string>& stems);

/// The first kLinkTextsKept of `texts` that have 1 to kLinkTextWords words.
std::string write_link_texts(const std::vector<LinkText>& texts);

/// The inverse. A value that breaks off gives the texts before its end.
std::vector<LinkText> read_link_texts(std::string_view value);

}  // namespace porthole::indexer
