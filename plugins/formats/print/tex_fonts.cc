#include "plugins/formats/print/tex_fonts.h"

#include <algorithm>
#include <array>

#include "base/text/utf8.h"

namespace porthole {
namespace {

using Names = std::array<const char*, 32>;

// OT1, codes 0 to 31.
constexpr Names kKnuth = {"Γ",      "Δ", "Θ",      "Λ",      "Ξ",      "Π",      "Σ",      "Υ",
                          "Φ",      "Ψ", "Ω",      "ff",     "fi",     "fl",     "ffi",    "ffl",
                          "ı",      "ȷ", "\u0300", "\u0301", "\u030C", "\u0306", "\u0304", "\u030A",
                          "\u0327", "ß", "æ",      "œ",      "ø",      "Æ",      "Œ",      "Ø"};
// T1, codes 0 to 31.
constexpr Names kCork = {"\u0300", "\u0301", "\u0302", "\u0303", "\u0308", "\u030B", "\u030A",
                         "\u030C", "\u0306", "\u0304", "\u0307", "\u0327", "\u0328", "‚",
                         "‹",      "›",      "“",      "”",      "„",      "«",      "»",
                         "–",      "—",      "",       "",       "ı",      "ȷ",      "ff",
                         "fi",     "fl",     "ffi",    "ffl"};
// Cork, codes 128 to 191.
constexpr std::string_view kCorkLetters =
    "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£";

struct Accents {
  std::string_view accent, letters, composed;
};
constexpr std::array<Accents, 9> kComposed = {{{"\u0300", "aeiouAEIOU", "àèìòùÀÈÌÒÙ"},
                                               {"\u0301", "aeiouyAEIOUYcnsz", "áéíóúýÁÉÍÓÚÝćńśź"},
                                               {"\u0302", "aeiouAEIOU", "âêîôûÂÊÎÔÛ"},
                                               {"\u0303", "anoANO", "ãñõÃÑÕ"},
                                               {"\u0308", "aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"},
                                               {"\u030A", "auAU", "åůÅŮ"},
                                               {"\u030C", "cdenrstzCDENRSTZ", "čďěňřšťžČĎĚŇŘŠŤŽ"},
                                               {"\u0327", "csCS", "çşÇŞ"},
                                               {"\u030B", "ouOU", "őűŐŰ"}}};

/// The character of that number in `text`; "" beyond its end.
std::string_view nth(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  while (number-- > 0 && at < text.size()) at += decode_utf8(text, at).length;
  return at < text.size() ? text.substr(at, decode_utf8(text, at).length) : std::string_view();
}

std::string code_point(unsigned code) {
  std::string text;
  append_utf8(text, code);
  return text;
}

std::string letter_of_knuth(unsigned code) {
  if (code < 32) return kKnuth[code];
  switch (code) {
    case '"':
      return "”";
    case '\'':
      return "’";
    case '`':
      return "‘";
    case '<':
      return "¡";
    case '>':
      return "¿";
    case '\\':
      return "“";
    case '^':
      return "\u0302";
    case '_':
      return "\u0307";
    case '{':
      return "–";
    case '|':
      return "—";
    case '}':
      return "\u030B";
    case '~':
      return "\u0303";
    case 127:
      return "\u0308";
    default:
      return code < 127 ? std::string(1, static_cast<char>(code)) : "";
  }
}

std::string letter_of_cork(unsigned code) {
  if (code < 32) return kCork[code];
  if (code == '\'') return "’";
  if (code == '`') return "‘";
  if (code < 127) return std::string(1, static_cast<char>(code));
  if (code < 128 || code > 255) return code == 127 ? "-" : "";
  if (code < 192) return std::string(nth(kCorkLetters, code - 128));
  if (code == 0xD7) return "Œ";
  if (code == 0xF7) return "œ";
  if (code == 0xDF) return "SS";
  return code == 0xFF ? "ß" : code_point(code);
}

std::string letter_of_math(unsigned code) {
  constexpr std::string_view kGreek = "ΓΔΘΛΞΠΣΥΦΨΩαβγδεζηθικλμνξπρστυφχψωεϑϖϱςφ";
  if (code < 40) return std::string(nth(kGreek, code));
  const bool is_letter = (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
  if (is_letter) return std::string(1, static_cast<char>(code));
  return code >= 48 && code <= 57 ? std::string(1, static_cast<char>(code)) : "";
}

}  // namespace

std::string letter_of(std::string_view font, unsigned code) {
  if (font.starts_with("cmmi") || font.starts_with("cmmib")) return letter_of_math(code);
  for (const std::string_view symbols : {"cmsy", "cmbsy", "cmex", "msam", "msbm", "lasy", "logo"}) {
    if (font.starts_with(symbols)) return {};
  }
  const bool is_cork =
      font.starts_with("ec") || font.starts_with("tc") || font.find("8t") != std::string_view::npos;
  return is_cork ? letter_of_cork(code) : letter_of_knuth(code);
}

std::string with_accent(std::string_view letter, std::string_view accent) {
  if (letter == "ı") letter = "i";
  for (const Accents& each : kComposed) {
    const auto place = each.letters.find(letter);
    if (each.accent == accent && letter.size() == 1 && place != std::string_view::npos) {
      return std::string(nth(each.composed, place));
    }
  }
  return std::string(letter) + std::string(accent);
}

bool is_accent(std::string_view letter) {
  if (letter.empty()) return false;
  const char32_t code = decode_utf8(letter, 0).code;
  return code >= 0x300 && code < 0x370;
}

}  // namespace porthole
