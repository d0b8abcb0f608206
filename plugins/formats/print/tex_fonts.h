#pragma once

/// Maps character codes of TeX fonts to Unicode.

#include <string>
#include <string_view>

namespace porthole {

/// The character in UTF-8: "ffi", "ß", an accent as a combining character. "" for mathematical
/// symbols. The encoding follows from the font's name: Cork (T1) for ec and 8t fonts, mathematical
/// italic for cmmi, else Knuth's own (OT1).
///
/// Source: D. E. Knuth, The TeXbook, appendix F; M. Ferguson, Report on multilingual activities,
/// TUGboat 11:4 (Cork).
std::string letter_of(std::string_view font, unsigned code);

/// Composes `letter` with the combining `accent` if Unicode has such a character: "o" and U+0308 is
/// "ö".
std::string with_accent(std::string_view letter, std::string_view accent);

/// True for a combining accent.
bool is_accent(std::string_view letter);

}  // namespace porthole
