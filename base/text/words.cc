#include "base/text/words.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/utf8.h"

namespace porthole {
namespace {

constexpr std::size_t kLongest = 40;  // characters
constexpr std::size_t kMostSigns = 3;

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
constexpr bool is_ascii_letter(char c) {
  return is_ascii(c) && kAsciiFold[static_cast<unsigned char>(c)] >= 'a';
}
constexpr bool is_sign(char c) { return c == '+' || c == '#'; }

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

bool is_letter(char32_t code) {
  const auto c = static_cast<UChar32>(code);
  return u_isalnum(c) != 0 || (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

// The CJK character at `at`; one without bytes where there is none.
std::string_view cjk_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  const Character one = decode_utf8(text, at);
  return is_cjk(one.code) && is_letter(one.code) ? text.substr(at, one.length) : std::string_view();
}

// Reads a CJK bigram: `position` ends before its second character, unless that is the last.
void read_cjk(std::string_view text, std::size_t& position, std::string& word) {
  const std::string_view first = cjk_at(text, position);
  position += first.size();
  word.assign(first);
  const std::string_view second = cjk_at(text, position);
  word += second;
  if (cjk_at(text, position + second.size()).empty()) position += second.size();
}

// Signs behind a single letter (C++, C#), unless a letter follows them.
bool append_signs(std::string_view text, std::size_t& position, std::string& word) {
  if (word.size() != 1 || !is_ascii_letter(word[0])) return false;
  std::size_t end = position;
  while (end < text.size() && is_sign(text[end])) ++end;
  const bool is_followed =
      end < text.size() && (is_ascii_letter(text[end]) || !is_ascii(text[end]));
  if (end - position > kMostSigns || is_followed) return false;
  word.append(text, position, end - position);
  return std::exchange(position, end) != end;
}

}  // namespace

namespace detail {

bool next_word(std::string_view text, std::size_t& position, std::string& word,
               std::size_t shortest) {
  word.clear();
  std::size_t letters = 0;
  const auto is_word = [&] { return word.size() >= shortest && letters <= kLongest; };
  while (position < text.size()) {
    if (is_ascii(text[position])) {
      const std::size_t length = append_ascii(text.substr(position), word);
      position += length;
      letters += length;
      if (length > 0) continue;
      const bool has_signs = append_signs(text, position, word);
      if (is_word()) return true;
      if (!has_signs) ++position;
    } else if (!cjk_at(text, position).empty()) {
      if (is_word()) return true;
      read_cjk(text, position, word);
      return true;
    } else {
      const Character one = decode_utf8(text, position);
      const std::size_t begin = std::exchange(position, position + one.length);
      if (one.valid && is_letter(one.code)) {
        if (++letters <= kLongest) word.append(text, begin, one.length);
        continue;
      }
      if (is_word()) return true;
    }
    word.clear();
    letters = 0;
  }
  return is_word();
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
