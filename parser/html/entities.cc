#include <array>
#include <charconv>
#include <utility>

#include "base/text/utf8.h"
#include "parser/html/tag_scanner.h"

namespace porthole::parser {
namespace {

using Named = std::pair<std::string_view, char32_t>;

/// The entities of HTML 3.2 and common punctuation.
constexpr std::array kNamed = {
    Named{"amp", '&'},      Named{"lt", '<'},       Named{"gt", '>'},       Named{"quot", '"'},
    Named{"apos", '\''},    Named{"nbsp", 0xA0},    Named{"copy", 0xA9},    Named{"reg", 0xAE},
    Named{"iexcl", 0xA1},   Named{"cent", 0xA2},    Named{"pound", 0xA3},   Named{"yen", 0xA5},
    Named{"curren", 0xA4},  Named{"not", 0xAC},     Named{"shy", 0xAD},     Named{"micro", 0xB5},
    Named{"sect", 0xA7},    Named{"laquo", 0xAB},   Named{"raquo", 0xBB},   Named{"deg", 0xB0},
    Named{"plusmn", 0xB1},  Named{"para", 0xB6},    Named{"middot", 0xB7},  Named{"iquest", 0xBF},
    Named{"Agrave", 0xC0},  Named{"Aacute", 0xC1},  Named{"Acirc", 0xC2},   Named{"Atilde", 0xC3},
    Named{"Auml", 0xC4},    Named{"Aring", 0xC5},   Named{"AElig", 0xC6},   Named{"Ccedil", 0xC7},
    Named{"Egrave", 0xC8},  Named{"Eacute", 0xC9},  Named{"Ecirc", 0xCA},   Named{"Euml", 0xCB},
    Named{"Igrave", 0xCC},  Named{"Iacute", 0xCD},  Named{"Icirc", 0xCE},   Named{"Iuml", 0xCF},
    Named{"ETH", 0xD0},     Named{"Ntilde", 0xD1},  Named{"Ograve", 0xD2},  Named{"Oacute", 0xD3},
    Named{"Ocirc", 0xD4},   Named{"Otilde", 0xD5},  Named{"Ouml", 0xD6},    Named{"times", 0xD7},
    Named{"Oslash", 0xD8},  Named{"Ugrave", 0xD9},  Named{"Uacute", 0xDA},  Named{"Ucirc", 0xDB},
    Named{"Uuml", 0xDC},    Named{"Yacute", 0xDD},  Named{"THORN", 0xDE},   Named{"szlig", 0xDF},
    Named{"agrave", 0xE0},  Named{"aacute", 0xE1},  Named{"acirc", 0xE2},   Named{"atilde", 0xE3},
    Named{"auml", 0xE4},    Named{"aring", 0xE5},   Named{"aelig", 0xE6},   Named{"ccedil", 0xE7},
    Named{"egrave", 0xE8},  Named{"eacute", 0xE9},  Named{"ecirc", 0xEA},   Named{"euml", 0xEB},
    Named{"igrave", 0xEC},  Named{"iacute", 0xED},  Named{"icirc", 0xEE},   Named{"iuml", 0xEF},
    Named{"eth", 0xF0},     Named{"ntilde", 0xF1},  Named{"ograve", 0xF2},  Named{"oacute", 0xF3},
    Named{"ocirc", 0xF4},   Named{"otilde", 0xF5},  Named{"ouml", 0xF6},    Named{"divide", 0xF7},
    Named{"oslash", 0xF8},  Named{"ugrave", 0xF9},  Named{"uacute", 0xFA},  Named{"ucirc", 0xFB},
    Named{"uuml", 0xFC},    Named{"yacute", 0xFD},  Named{"thorn", 0xFE},   Named{"yuml", 0xFF},
    Named{"ndash", 0x2013}, Named{"mdash", 0x2014}, Named{"lsquo", 0x2018}, Named{"rsquo", 0x2019},
    Named{"ldquo", 0x201C}, Named{"rdquo", 0x201D}, Named{"bull", 0x2022},  Named{"hellip", 0x2026},
    Named{"euro", 0x20AC},  Named{"trade", 0x2122}, Named{"larr", 0x2190},  Named{"rarr", 0x2192}};

/// The characters of windows-1252 at 0x80 to 0x9F, for numeric references in that range.
constexpr std::array<char32_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

/// The character of "#38" or "#x26"; 0 for an invalid number.
char32_t numeric(std::string_view reference) {
  reference.remove_prefix(1);
  int base = 10;
  if (!reference.empty() && (reference[0] == 'x' || reference[0] == 'X')) {
    reference.remove_prefix(1);
    base = 16;
  }
  std::uint32_t code = 0;
  const char* end = reference.data() + reference.size();
  const auto [stopped, error] = std::from_chars(reference.data(), end, code, base);
  if (stopped != end || reference.empty()) return 0;
  if (error != std::errc() || code == 0 || code > 0x10FFFF) return kReplacement;
  return code >= 0x80 && code < 0xA0 ? kWindows1252[code - 0x80] : code;
}

char32_t character_of(std::string_view reference) {
  if (reference.empty()) return 0;
  if (reference[0] == '#') return numeric(reference);
  for (const auto& [name, code] : kNamed) {
    if (name == reference) return code;
  }
  return 0;
}

}  // namespace

std::string decode_entities(std::string_view text) {
  constexpr std::size_t kLongest = 10;
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto ampersand = std::min(text.find('&'), text.size());
    out += text.substr(0, ampersand);
    text.remove_prefix(ampersand);
    if (text.empty()) break;
    text.remove_prefix(1);
    const auto end = text.substr(0, kLongest).find(';');
    const char32_t code = end == std::string_view::npos ? 0 : character_of(text.substr(0, end));
    if (code == 0) {
      out += '&';
    } else {
      append_utf8(out, code);
      text.remove_prefix(end + 1);
    }
  }
  return out;
}

}  // namespace porthole::parser
