#pragma once

/// Text without the marks above and below its letters, so that "cafe" finds "café".
///
/// Source: Unicode Standard Annex 15 (canonical decomposition, by ICU). Taken off are the marks of Latin, Greek and
/// Cyrillic letters (U+0300 to U+036F), the points of Hebrew (U+0591 to U+05C7) and the vowel signs of Arabic
/// (U+064B to U+0652, U+0670); й, and signs that are letters of their own in other scripts, stay. ø, ł, đ, ħ, ı, æ, œ, ß and
/// þ, which have no decomposition, become o, l, d, h, i, ae, oe, ss and th.
///
/// Thread safety: any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

bool is_ascii(std::string_view text);

/// False when without_diacritics() would surely leave `text` as it is; fast.
bool may_have_diacritics(std::string_view text);

/// `text` (valid UTF-8) without diacritics; itself where it has none, or nothing else: a word stays a word.
std::string without_diacritics(std::string_view text);

/// The same, with the way back.
struct BareText {
  std::string text;
  std::vector<std::uint32_t> places;  ///< Of each byte: where its character begins in the original; then the original's size.
};
BareText bare_text(std::string_view text);

}  // namespace porthole
