#pragma once

/// Links as the index has them: terms of the targets of a page, its aliases, and the hosts that
/// annotate it; and the texts of links to it, as a value that the second stage of ranking compares
/// with a query (search/ranking/second_stage.h).
///
/// Thread safety: none needed, functions without state.

#include <xapian.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summarizer/summary.h"

namespace porthole::indexer {

/// At most kLinksIndexed links, each target once, without links to the page itself.
void add_link_terms(const summarizer::Summary& summary, Xapian::Document& document);
inline constexpr std::size_t kLinksIndexed = 2000;

/// Url::key() of `url`, or `url` itself when it is not a valid URL. Fast for normalised URLs.
std::string key_of_url(const std::string& url);

inline constexpr std::size_t kLinkTextsKept = 32;  ///< Number that a page keeps, at most.
inline constexpr std::size_t kLinkTextWords = 12;  ///< A longer text is not kept.

/// A text of a link: the hashes of its words.
using LinkText = std::vector<std::uint32_t>;

/// Hash of a stem, or of a word that is not stemmed; without prefix and diacritics.
std::uint32_t stem_hash(std::string_view stem);

/// The hash of each of `stems`.
LinkText hashed(const std::vector<std::string>& stems);

/// The first kLinkTextsKept of `texts` that have 1 to kLinkTextWords words. Format: for each text
/// its number of words, a byte, and the hash of each word's stem, four bytes, the least significant
/// first.
std::string write_link_texts(const std::vector<LinkText>& texts);

/// The inverse. A value that breaks off gives the texts before its end.
std::vector<LinkText> read_link_texts(std::string_view value);

}  // namespace porthole::indexer
