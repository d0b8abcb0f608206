#include "base/text/diacritics.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/text/utf8.h"

namespace porthole {
namespace {

using Letter = std::pair<char32_t, const char*>;
constexpr std::array kLetters = {
    Letter{0x00F8, "o"}, Letter{0x00D8, "O"}, Letter{0x0142, "l"}, Letter{0x0141, "L"},
    Letter{0x0111, "d"}, Letter{0x0110, "D"}, Letter{0x0127, "h"}, Letter{0x0126, "H"},
    Letter{0x0131, "i"}, Letter{0x00E6, "ae"}, Letter{0x00C6, "AE"}, Letter{0x0153, "oe"},
    Letter{0x0152, "OE"}, Letter{0x00DF, "ss"}, Letter{0x00FE, "th"}, Letter{0x00DE, "TH"},
    Letter{0x00F0, "d"}, Letter{0x00D0, "D"}, Letter{0x014B, "n"}, Letter{0x014A, "N"},
    Letter{0x0167, "t"}, Letter{0x0166, "T"}, Letter{0x0253, "b"}, Letter{0x0257, "d"},
    Letter{0x0199, "k"}, Letter{0x01B4, "y"}, Letter{0x0491, "г"}, Letter{0x0490, "Г"},
    // Arabic: alef wasla, teh marbuta, alef maksura, Farsi yeh, yeh barree; keheh, swash kaf; heh
    // doachashmee, goal, teh marbuta goal, ae.
    Letter{0x0671, "ا"}, Letter{0x0629, "ه"}, Letter{0x0649, "ي"}, Letter{0x06CC, "ي"},
    Letter{0x06D2, "ي"}, Letter{0x06A9, "ك"}, Letter{0x06AA, "ك"}, Letter{0x06BE, "ه"},
    Letter{0x06C1, "ه"}, Letter{0x06C3, "ه"}, Letter{0x06D5, "ه"},
    // Devanagari: candrabindu is typed for anusvara.
    Letter{0x0901, "\u0902"}};

// Devanagari: nasals without their vowel before a consonant are written as anusvara, too.
constexpr std::string_view kDeadNasals[] = {"\u0919\u094D", "\u091E\u094D", "\u0923\u094D",
                                            "\u0928\u094D", "\u092E\u094D"};
constexpr std::string_view kAnusvara = "\u0902";

// Blocks that have such letters: Latin to Arabic, Devanagari, the extensions of Latin and Greek.
constexpr std::pair<char32_t, char32_t> kBlocks[] = {
    {0x00C0, 0x06FF}, {0x0900, 0x097F}, {0x1E00, 0x1FFF}};

bool is_mark(char32_t code) {
  return (code >= 0x0300 && code <= 0x036F) ||
         (code >= 0x0591 && code <= 0x05C7 && code != 0x05BE && code != 0x05C0 && code != 0x05C3 &&
          code != 0x05C6) ||
         (code >= 0x064B && code <= 0x065F) || code == 0x0670 ||
         (code >= 0x06D6 && code <= 0x06ED && code != 0x06DD && code != 0x06DE && code != 0x06E5 &&
          code != 0x06E6 && code != 0x06E9) ||
         code == 0x093C;
}

/// `code` as another letter; null where there is none.
const char* letter_for(char32_t code) {
  const auto* const found = std::find_if(kLetters.begin(), kLetters.end(),
                                         [&](const Letter& one) { return one.first == code; });
  return found == kLetters.end() ? nullptr : found->second;
}

/// Cyrillic и with breve stays: it marks the endings of words.
bool is_whole(char32_t code) { return code == 0x0419 || code == 0x0439; }

/// Replacement of each letter that changes.
using Changes = std::unordered_map<char32_t, std::string>;

Changes make_changes() {
  Changes changes;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* canonical = icu::Normalizer2::getNFDInstance(error);
  for (const auto& [first, last] : kBlocks) {
    for (char32_t code = first; code <= last && U_SUCCESS(error); ++code) {
      if (is_whole(code)) continue;
      icu::UnicodeString parts;
      const auto point = static_cast<UChar32>(code);
      if (!canonical->getDecomposition(point, parts)) parts = icu::UnicodeString(point);
      std::string bare;
      for (int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
        const auto part = static_cast<char32_t>(parts.char32At(i));
        const char* letter = letter_for(part);
        if (letter != nullptr) {
          bare += letter;
        } else if (!is_mark(part)) {
          append_utf8(bare, part);
        }
      }
      std::string whole;
      append_utf8(whole, code);
      if (bare != whole) changes.emplace(code, std::move(bare));
    }
  }
  return changes;
}

/// Null for a character without a replacement.
const std::string* change_of(char32_t code) {
  static const Changes kChanges = make_changes();
  const auto found = kChanges.find(code);
  return found == kChanges.end() ? nullptr : &found->second;
}

}  // namespace

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
}

// The first bytes of the characters in kBlocks.
bool may_have_diacritics(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) {
    return (c >= 0xC3 && c <= 0xDB) || c == 0xE0 || c == 0xE1;
  });
}

std::string without_diacritics(std::string_view text) {
  if (!may_have_diacritics(text)) return std::string(text);
  std::string bare;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = decode_utf8(text, at);
    const std::string* change = character.code < 0x80 ? nullptr : change_of(character.code);
    bare += change != nullptr ? std::string_view(*change) : text.substr(at, character.length);
    at += character.length;
  }
  for (const std::string_view nasal : kDeadNasals) {
    for (std::size_t at = 0; (at = bare.find(nasal, at)) != std::string::npos;)
      bare.replace(at, nasal.size(), kAnusvara);
  }
  return bare.empty() ? std::string(text) : bare;
}

}  // namespace porthole
