#pragma once

/// What the codes of TeX's fonts mean.

#include <string>
#include <string_view>

namespace porthole {

/// The letter of that code in UTF-8: "ffi", "ß", an accent as a combining character. "" for what is
/// no letter (mathematical symbols). Fonts are known by their names: Cork (T1) for ec and 8t fonts,
/// mathematical italic for cmmi, else Knuth's own (OT1).
///
/// Source: D. E. Knuth, The TeXbook, appendix F; M. Ferguson, Report on multilingual activities,
/// TUGboat 11:4 (Cork).
std::string letter_of(std::string_view font, unsigned code);

/// `letter` with the combining `accent` as one character where Unicode has it: "o" and U+0308 is
/// "ö".
std::string with_accent(std::string_view letter, std::string_view accent);

/// `letter` is a combining accent.
bool is_accent(std::string_view letter);

}  // namespace porthole
