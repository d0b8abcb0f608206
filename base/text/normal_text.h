#pragma once

/// Normalises text, so that the spellings that a reader takes for the same word are the same bytes:
/// what an index holds, what a query asks for, the words of a topic, and what is marked in a
/// result.
///
/// NFKC_Casefold: full and half width, ligatures, presentation forms, composed and decomposed
/// letters, small and capital ones and both small sigmas are one; soft hyphens, zero-width
/// characters and other default ignorables are taken out. Besides: digits of every script become
/// those of ASCII, apostrophes ', the tatweel of Arabic is taken out, a trade mark sign is a space,
/// vowels and dead consonants of Indian and South East Asian scripts have one form each.
/// Between the words of scripts that are written without spaces and have a dictionary (Thai, Lao,
/// Burmese, Khmer) stands U+200B. ASCII stays as it is, capitals too: it is folded where words are
/// read.
///
/// Source: Unicode Standard Annex 15, 31 (NFKC_Casefold) and 29 (word boundaries), all by ICU.
/// Thread safety: any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

/// Stands between words of scripts without spaces.
inline constexpr std::string_view kWordBorder = "\u200B";

/// Returns `text` (UTF-8; invalid bytes stay) itself where it is ASCII; else the normalised text in
/// `buffer`.
std::string_view normal_text(std::string_view text, std::string& buffer);

/// A changed text with a map from each byte back to the original.
struct PlacedText {
  std::string text;
  /// For each byte the offset of its character in the original; then the original's size.
  std::vector<std::uint32_t> places;
};
PlacedText placed_normal_text(std::string_view text);

/// `text` with ASCII in full width, as input methods type it, and spaces of other widths as ASCII.
std::string in_half_width(std::string_view text);

/// True for emoji and symbols that may be shown as such, but for those of text (digits, arrows)
/// and the colours of skins.
bool is_emoji(char32_t code);

/// True for characters of Chinese, Japanese and Korean text, whose words have no marks between them
/// and are read as single characters and pairs.
bool is_cjk(char32_t code);

/// True for characters of Thai, Lao, Burmese and Khmer text, between whose words the normal form
/// has borders.
bool has_dictionary(char32_t code);

}  // namespace porthole
