#include "base/text/words.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace porthole {
namespace {

constexpr std::size_t kShortest = 2;
constexpr std::size_t kLongest = 40;

// Table by byte: 0 for separators, else the folded byte; bytes from 0x80 are decoded as characters.
constexpr std::array<char, 128> kAsciiFold = [] {
  std::array<char, 128> table{};
  for (int c = 0; c < 128; ++c) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool kept = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    table[static_cast<std::size_t>(c)] = kept ? static_cast<char>(upper ? c + 32 : c) : '\0';
  }
  return table;
}();

constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Appends the letters and digits at the front of `text`, folded, and returns their number. A run
// longer than any word is kept only as far as shows that it is too long.
std::size_t append_ascii(std::string_view text, std::string& word) {
  std::array<char, kLongest + 1> folded;
  std::size_t length = 0;
  for (; length < text.size() && is_ascii(text[length]); ++length) {
    const char letter = kAsciiFold[static_cast<unsigned char>(text[length])];
    if (letter == '\0') break;
    if (length < folded.size()) folded[length] = letter;
  }
  word.append(folded.data(), std::min(length, folded.size()));
  return length;
}

bool is_cjk(UChar32 c) {
  return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) ||
         (c >= 0xac00 && c <= 0xd7af) || (c >= 0x20000 && c <= 0x3ffff);
}

void append(std::string& out, UChar32 c) {
  std::uint8_t bytes[4];
  int length = 0;
  U8_APPEND_UNSAFE(bytes, length, c);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
}

UChar32 character_at(std::string_view text, std::size_t& position) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  auto i = static_cast<std::int64_t>(position);
  UChar32 c = 0;
  U8_NEXT(bytes, i, static_cast<std::int64_t>(text.size()), c);
  position = static_cast<std::size_t>(i);
  return c;
}

bool is_cjk_at(std::string_view text, std::size_t position) {
  if (position >= text.size()) return false;
  const UChar32 c = character_at(text, position);
  return c > 0 && is_cjk(c);
}

// Reads a CJK bigram: `position` ends before its second character, unless that is the last.
bool cjk_word(std::string_view text, std::size_t& position, UChar32 first, std::string& word) {
  word.clear();
  append(word, first);
  if (!is_cjk_at(text, position)) return true;
  std::size_t after = position;
  append(word, character_at(text, after));
  if (!is_cjk_at(text, after)) position = after;
  return true;
}

}  // namespace

namespace detail {

bool next_word(std::string_view text, std::size_t& position, std::string& word) {
  word.clear();
  bool too_long = false;
  while (position < text.size()) {
    bool ends = false;
    if (is_ascii(text[position])) {
      const std::size_t length = append_ascii(text.substr(position), word);
      position += length;
      ends = length == 0;
      if (ends) ++position;
    } else {
      const std::size_t here = position;
      const UChar32 c = character_at(text, position);
      if (c > 0 && is_cjk(c)) {
        if (word.size() >= kShortest && !too_long) {
          position = here;
          return true;
        }
        return cjk_word(text, position, c, word);
      }
      ends = c < 0 || !(u_isalnum(c) || (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0);
      if (!ends) append(word, u_foldCase(c, U_FOLD_CASE_DEFAULT));
    }
    if (ends) {
      if (word.size() >= kShortest && !too_long) return true;
      word.clear();
      too_long = false;
    } else if (word.size() > kLongest) {
      too_long = true;
      word.resize(kLongest);
    }
  }
  return word.size() >= kShortest && !too_long;
}

}  // namespace detail

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  for_each_word(text, [&](std::string_view word) { out.emplace_back(word); });
  return out;
}

std::string_view singular(std::string_view word, std::string& buffer) {
  const auto ends = [&](std::string_view suffix) { return word.ends_with(suffix); };
  if (word.size() > 4 && ends("ies") && !ends("eies") && !ends("aies")) {
    buffer.assign(word.substr(0, word.size() - 3)).append("y");
    return buffer;
  }
  if (word.size() > 3 && ends("es") && !ends("aes") && !ends("ees") && !ends("oes")) {
    return word.substr(0, word.size() - 1);
  }
  if (word.size() > 3 && ends("s") && !ends("us") && !ends("ss"))
    return word.substr(0, word.size() - 1);
  return word;
}

}  // namespace porthole
