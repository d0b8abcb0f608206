#include "indexer/tokenizer.h"

#include <xapian.h>

#include <array>

#include "base/text/utf8.h"
#include "indexer/fields.h"

namespace porthole::indexer {
namespace {

constexpr unsigned kIgnored = ~0u;  // joins two runs and is dropped

// ASCII: the lower-case word character, or 0.
constexpr std::array<char, 128> kAscii = [] {
  std::array<char, 128> table{};
  for (char c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    table[static_cast<std::size_t>(c)] = c;
    table[static_cast<std::size_t>(c - 'a' + 'A')] = c;
  }
  table['_'] = '_';
  return table;
}();

struct Point {
  unsigned code = 0;
  const char* next = nullptr;
};

Point point_at(const char* at, const char* end) {
  const auto byte = static_cast<unsigned char>(*at);
  if (byte < 0x80) return {byte, at + 1};
  const Character character = decode_utf8({at, static_cast<std::size_t>(end - at)}, 0);
  return {static_cast<unsigned>(character.code), at + character.length};
}

// Scripts written without spaces between words: radicals to Yi, Hangul, compatibility and
// full-width forms, and the supplementary ideographic plane (blocks of the Unicode standard).
bool without_spaces(unsigned code) {
  if (code < 0x2E80) return false;
  return (code <= 0x2EFF) || (code >= 0x3000 && code <= 0x9FFF) ||
         (code >= 0xA700 && code <= 0xA71F) || (code >= 0xAC00 && code <= 0xD7AF) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFE30 && code <= 0xFE4F) ||
         (code >= 0xFF00 && code <= 0xFFEF) || (code >= 0x20000 && code <= 0x2A6DF) ||
         (code >= 0x2F800 && code <= 0x2FA1F);
}

// The lower-case form of a word character, or 0 for other characters.
unsigned word_character(unsigned code) {
  if (code < 0x80) return static_cast<unsigned char>(kAscii[code]);
  return Xapian::Unicode::is_wordchar(code) ? Xapian::Unicode::tolower(code) : 0;
}

bool is_digit(unsigned code) {
  if (code < 0x80) return code >= '0' && code <= '9';
  return Xapian::Unicode::get_category(code) == Xapian::Unicode::DECIMAL_DIGIT_NUMBER;
}

bool is_ignored_joiner(unsigned code) {
  return (code >= 0x200B && code <= 0x200D) || code == 0x2060 || code == 0xFEFF;
}

// The replacement of a character between two runs of letters; 0 = it ends the word.
unsigned letter_joiner(unsigned code) {
  if (code == '\'' || code == '&' || code == 0xB7 || code == 0x5F4 || code == 0x2027) return code;
  if (code == 0x2019 || code == 0x201B) return '\'';
  return is_ignored_joiner(code) ? kIgnored : 0;
}

// The same between two digits.
unsigned digit_joiner(unsigned code) {
  switch (code) {
    case ',':
    case '.':
    case ';':
    case 0x037E:
    case 0x0589:
    case 0x060D:
    case 0x07F8:
    case 0x2044:
    case 0xFE10:
    case 0xFE13:
    case 0xFE14:
      return code;
    default:
      return is_ignored_joiner(code) ? kIgnored : 0;
  }
}

void append(std::string& word, unsigned code) {
  if (code < 0x80) {
    word.push_back(static_cast<char>(code));
  } else {
    Xapian::Unicode::append_utf8(word, code);
  }
}

bool is_upper_ascii(char c) { return c >= 'A' && c <= 'Z'; }

bool begins_with_letter(unsigned code) {
  if (code < 0x80) return code >= 'a' && code <= 'z';
  switch (Xapian::Unicode::get_category(code)) {
    case Xapian::Unicode::LOWERCASE_LETTER:
    case Xapian::Unicode::TITLECASE_LETTER:
    case Xapian::Unicode::MODIFIER_LETTER:
    case Xapian::Unicode::OTHER_LETTER:
      return true;
    default:
      return false;
  }
}

}  // namespace

Tokenizer::Tokenizer(std::string_view text)
    : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

bool Tokenizer::next() {
  if (next_in_run()) return true;
  while (at_ != end_) {
    const Point point = point_at(at_, end_);
    if (word_character(point.code) == 0) {
      at_ = point.next;
      previous_.clear();
    } else if (without_spaces(point.code)) {
      word_.assign(at_, point.next);
      at_ = point.next;
      pair_pending_ = !previous_.empty();
      if (!pair_pending_) previous_ = word_;
      kind_ = WordKind::kCharacter;
      return true;
    } else {
      previous_.clear();
      scan_word();
      return true;
    }
  }
  return false;
}

bool Tokenizer::next_in_run() {
  if (!pair_pending_) return false;
  pair_pending_ = false;
  previous_.swap(word_);  // word_ is the previous character, previous_ the current one
  word_ += previous_;
  kind_ = WordKind::kPair;
  return true;
}

void Tokenizer::scan_word() {
  word_.clear();
  if (!scan_initials()) {
    scan_body();
    scan_suffix();
  }
  if (word_.size() > kMaxWordBytes) word_ = term_of_word(word_);
  kind_ = begins_with_letter(point_at(word_.data(), word_.data() + word_.size()).code)
              ? WordKind::kStemmable
              : WordKind::kPlain;
}

// "U.N.C.L.E": single capitals with dots between, and no word character after them.
bool Tokenizer::scan_initials() {
  const char* at = at_;
  while (at != end_ && is_upper_ascii(*at)) {
    word_.push_back(static_cast<char>(*at - 'A' + 'a'));
    ++at;
    if (at == end_ || *at != '.') break;
    ++at;
  }
  const bool followed = at != end_ && word_character(point_at(at, end_).code) != 0;
  if (word_.size() < 2 || followed) {
    word_.clear();
    return false;
  }
  at_ = at;
  return true;
}

void Tokenizer::scan_body() {
  unsigned last = 0;
  while (at_ != end_) {
    const Point point = point_at(at_, end_);
    if (const unsigned lower = without_spaces(point.code) ? 0 : word_character(point.code)) {
      append(word_, lower);
      last = point.code;
      at_ = point.next;
      continue;
    }
    if (point.next == end_) return;
    const Point behind = point_at(point.next, end_);
    if (without_spaces(behind.code) || word_character(behind.code) == 0) return;
    const unsigned joiner = is_digit(last) && is_digit(behind.code) ? digit_joiner(point.code)
                                                                    : letter_joiner(point.code);
    if (joiner == 0) return;
    if (joiner != kIgnored) append(word_, joiner);
    at_ = point.next;
  }
}

// "C++" keeps its signs, "fish+chips" does not, nor does "a++++".
void Tokenizer::scan_suffix() {
  const char* at = at_;
  while (at != end_ && (*at == '+' || *at == '#')) ++at;
  const auto count = static_cast<std::size_t>(at - at_);
  const bool followed = at != end_ && word_character(point_at(at, end_).code) != 0;
  if (count <= 3 && !followed) word_.append(at_, at);
  at_ = at;
}

}  // namespace porthole::indexer
