#pragma once

/// Removes diacritics (accent folding), so that "cafe" finds "café".
///
/// Source: Unicode Standard Annex 15 (canonical decomposition, by ICU). Taken off are the marks of
/// Latin, Greek and Cyrillic letters (U+0300 to U+036F), the points of Hebrew (U+0591 to U+05C7)
/// and the vowel signs of Arabic (U+064B to U+0652, U+0670); й, and signs that are letters of their
/// own in other scripts, stay. ø, ł, đ, ħ, ı, æ, œ, ß and þ, which have no decomposition, become o,
/// l, d, h, i, ae, oe, ss and th.
///
/// Thread safety: any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

bool is_ascii(std::string_view text);

/// Cheap test: false only if without_diacritics() would return `text` unchanged.
bool may_have_diacritics(std::string_view text);

/// Returns `text` (valid UTF-8) without diacritics. Text of nothing but diacritics is returned
/// unchanged, so that a word never becomes empty.
std::string without_diacritics(std::string_view text);

/// Folded text with a map from each byte back to the original.
struct BareText {
  std::string text;
  /// For each byte the offset of its character in the original; then the original's size.
  std::vector<std::uint32_t> places;
};
BareText bare_text(std::string_view text);

}  // namespace porthole
