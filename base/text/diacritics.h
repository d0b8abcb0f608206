#pragma once

/// Removes diacritics (accent folding), so that "cafe" finds "café", and folds the variants of
/// letters that Unicode leaves apart.
///
/// Source: Unicode Standard Annex 15 (canonical decomposition, by ICU). Taken off are the marks of
/// Latin, Greek and Cyrillic letters (U+0300 to U+036F), the points of Hebrew (U+0591 to U+05C7),
/// the vowel signs, madda and hamza of Arabic (U+064B to U+065F, U+0670, U+06D6 to U+06ED) and the
/// nukta of Devanagari, whose candrabindu and na without a vowel become anusvara; й, and signs that
/// are letters of their own in other scripts, stay. ø, ł, đ, ħ, ı, æ, œ, ß and þ, which have no
/// decomposition, become o, l, d, h, i, ae, oe, ss and th; ґ becomes г. The forms of kaf, yeh, heh,
/// teh marbuta and alef that Persian, Urdu and Arabic keyboards type become the Arabic letter.
///
/// Thread safety: any thread.

#include <string>
#include <string_view>

namespace porthole {

bool is_ascii(std::string_view text);

/// Cheap test: false only if without_diacritics() would return `text` unchanged.
bool may_have_diacritics(std::string_view text);

/// Returns `text` (valid UTF-8) without diacritics. Text of nothing but diacritics is returned
/// unchanged, so that a word never becomes empty.
std::string without_diacritics(std::string_view text);

}  // namespace porthole
