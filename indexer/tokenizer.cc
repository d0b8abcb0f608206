#include "indexer/tokenizer.h"

#include <xapian.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/normal_text.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "indexer/fields.h"

namespace porthole::indexer {

namespace {

constexpr int kMostParts = 16;              // of a word; a longer one is not of a dictionary
constexpr unsigned kSmallLetters = 'a';     // what begins a piece comes before, as _ does
constexpr std::ptrdiff_t kLetterBytes = 3;  // of a script with a dictionary
constexpr int kMostJoined = 6;              // words; more are a list
constexpr std::size_t kMostPieces = 8;      // of an identifier; more are a number in letters

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

// The folded form of a word character, or 0 for other characters.
unsigned word_character(unsigned code) {
  if (code < 0x80) return static_cast<unsigned char>(kAscii[code]);
  return Xapian::Unicode::is_wordchar(code) ? code : 0;
}

bool is_digit(unsigned code) { return code >= '0' && code <= '9'; }

/// The end of the hyphen at `at`; null where none stands.
const char* behind_hyphen(const char* at, const char* end) {
  if (at == end) return nullptr;
  const Point point = point_at(at, end);
  return point.code == '-' || point.code == 0x2010 ? point.next : nullptr;
}

bool is_hebrew(unsigned code) { return code >= 0x05D0 && code <= 0x05EA; }

// The replacement of a character between two runs of letters; 0 = it ends the word.
unsigned letter_joiner(unsigned code, unsigned before, unsigned behind) {
  if (code == '`') return '\'';
  if (code == '\'' || code == '&' || code == 0xB7 || code == 0x5F4 || code == 0x2027) return code;
  return code == '"' && is_hebrew(before) && is_hebrew(behind) ? 0x5F4 : 0;
}

// The same between two digits.
unsigned digit_joiner(unsigned code) {
  switch (code) {
    case ',':
    case '.':
    case ';':
    case 0x0589:
    case 0x060D:
    case 0x07F8:
    case 0x2044:
      return code;
    default:
      return 0;
  }
}

void append(std::string& word, unsigned code) {
  if (code < 0x80) {
    word.push_back(static_cast<char>(code));
  } else {
    Xapian::Unicode::append_utf8(word, code);
  }
}

// False for marks, vowels that follow their consonant, and what a stacker joins to the letter
// before.
bool begins_syllable(unsigned code, unsigned before) {
  if (before == 0x17D2 || before == 0x1039) return false;
  if ((code >= 0x0E30 && code <= 0x0E33) || code == 0x0E45) return false;
  if (code >= 0x0EB0 && code <= 0x0EB3) return false;
  switch (Xapian::Unicode::get_category(code)) {
    case Xapian::Unicode::NON_SPACING_MARK:
    case Xapian::Unicode::COMBINING_SPACING_MARK:
    case Xapian::Unicode::MODIFIER_LETTER:
      return false;
    default:
      return true;
  }
}

bool is_upper_ascii(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower_ascii(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter_ascii(char c) { return is_upper_ascii(c) || is_lower_ascii(c); }
bool is_digit_ascii(char c) { return c >= '0' && c <= '9'; }

/// True where a word of an identifier begins at `at`: behind _, at a capital behind a small letter
/// (userName) or before one (parseHTTPHead), at a number behind letters (RFC2616, but not 1ab2).
bool begins_piece(const char* begin, const char* at, const char* end) {
  const char before = at[-1];
  if (before == '_' || *at == '_') return true;
  if (is_digit_ascii(*at)) {
    const char* const behind = std::find_if_not(at, end, is_digit_ascii);
    return at - begin > 1 && is_letter_ascii(before) && is_letter_ascii(at[-2]) &&
           (behind == end || !is_letter_ascii(*behind));
  }
  if (!is_upper_ascii(*at)) return false;
  const bool is_last = is_upper_ascii(before) && at + 1 != end && is_lower_ascii(at[1]);
  return is_lower_ascii(before) || is_last;
}

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

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSpelled = {
    {{"ä", "ae"}, {"å", "aa"}, {"æ", "ae"}, {"ö", "oe"}, {"ø", "oe"}, {"ü", "ue"}}};
constexpr char kLead = '\xC3';  // first byte of these letters

constexpr std::array<std::string_view, 27> kElided = {
    "agl",    "all", "c",     "coll", "d",      "dagl", "dall", "degl", "dell",
    "gl",     "j",   "jusqu", "l",    "lorsqu", "m",    "n",    "negl", "nell",
    "puisqu", "qu",  "quell", "s",    "sugl",   "sull", "t",    "un",   "v"};
static_assert(std::is_sorted(kElided.begin(), kElided.end()));

}  // namespace

Tokenizer::Tokenizer(std::string_view text) {
  const std::string_view normal = normal_text(text, folded_);
  begin_ = at_ = normal.data();
  end_ = begin_ + normal.size();
}

Tokenizer::Tokenizer(Normal normal)
    : begin_(normal.text.data()), at_(begin_), end_(begin_ + normal.text.size()) {}

bool Tokenizer::next() {
  if (next_in_run() || next_part() || next_joined()) return true;
  const char* before = at_ == begin_ ? nullptr : at_;  // the end of the last word
  while (at_ != end_) {
    const Point point = point_at(at_, end_);
    if (word_character(point.code) == 0) {
      const char* const begin = std::exchange(at_, point.next);
      previous_.clear();
      if (!is_emoji(point.code)) continue;
      word_.assign(begin, at_);
      word_begin_ = begin;
      word_end_ = at_;
      kind_ = WordKind::kPlain;
      joined_words_ = 0;
      return true;
    } else if (is_cjk(point.code)) {
      word_.assign(at_, point.next);
      word_begin_ = at_;
      at_ = word_end_ = point.next;
      joined_words_ = 0;
      pair_pending_ = !previous_.empty();
      if (!pair_pending_) {
        previous_ = word_;
        previous_begin_ = word_begin_;
      }
      kind_ = WordKind::kCharacter;
      return true;
    } else {
      previous_.clear();
      word_begin_ = at_;
      scan_word();
      word_end_ = at_;
      if (has_dictionary(point.code)) find_parts();
      if (has_mark_) add_bare();
      if (has_pieces_) find_pieces();
      join(before);
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
  std::swap(previous_begin_, word_begin_);
  kind_ = WordKind::kPair;
  return true;
}

bool Tokenizer::next_part() {
  if (parts_.empty()) return false;
  Part& part = parts_.back();
  word_begin_ = part.begin;
  word_end_ = part.end;
  word_.swap(part.word);
  kind_ = part.kind;
  parts_.pop_back();
  return true;
}

/// Adds the word to those before it where but a hyphen stands between.
void Tokenizer::join(const char* before) {
  const bool goes_on =
      joined_words_ > 0 && before != nullptr && behind_hyphen(before, end_) == word_begin_;
  if (!goes_on) {
    joined_.clear();
    joined_words_ = 0;
    joined_begin_ = word_begin_;
  }
  joined_ += word_;
  ++joined_words_;
}

bool Tokenizer::next_joined() {
  if (joined_words_ < 2) return false;
  const char* const next = behind_hyphen(at_, end_);
  if (next != nullptr && next != end_ && word_character(point_at(next, end_).code) != 0)
    return false;
  const bool is_list = std::exchange(joined_words_, 0) > kMostJoined;
  if (is_list || joined_.size() > kMaxWordBytes) return false;
  word_ = joined_;
  word_begin_ = joined_begin_;
  word_end_ = at_;
  kind_ = WordKind::kJoined;
  return true;
}

bool Tokenizer::has_stem() const {
  if (kind_ < WordKind::kPiece) return kind_ == WordKind::kStemmable;
  return begins_with_letter(point_at(word_.data(), word_.data() + word_.size()).code);
}

void Tokenizer::find_parts() {
  int left = kMostParts;
  const char* last = nullptr;
  for (const char* at = point_at(word_begin_, word_end_).next; at < word_end_ && left > 0;) {
    const Point point = point_at(at, word_end_);
    if (begins_syllable(point.code, last == nullptr ? 0 : point_at(last, word_end_).code)) {
      for (const auto& [begin, end] : {std::pair(word_begin_, at), std::pair(at, word_end_)}) {
        if (end - begin > kLetterBytes) add_part(begin, end, WordKind::kPart);
      }
      --left;
    }
    last = at;
    at = point.next;
  }
}

void Tokenizer::add_part(const char* begin, const char* end, WordKind kind) {
  parts_.push_back({begin, end, term_of_word(ascii_lower({begin, end})), kind});
}

/// The words of an identifier; none where there are too many, or but one, and none of a name with
/// a capital within (JavaScript, GitHub, MySQL): who asks for Java does not mean it.
void Tokenizer::find_pieces() {
  const std::size_t others = parts_.size();
  const char* begin = word_begin_;
  for (const char* at = word_begin_ + 1; at <= word_end_; ++at) {
    if (at != word_end_ && !begins_piece(word_begin_, at, word_end_)) continue;
    if (*begin != '_') add_part(begin, at, WordKind::kPiece);
    begin = at;
  }
  const std::size_t found = parts_.size() - others;
  const auto begins_capital = [](const Part& part) { return is_upper_ascii(*part.begin); };
  const bool is_name =
      found == 2 && begins_capital(parts_[others]) && begins_capital(parts_.back());
  if (found < 2 || found > kMostPieces || is_name) parts_.resize(others);
}

/// The word without apostrophes (O'Brien, Qur'an), but for those of contractions; the number
/// without the commas of thousands.
void Tokenizer::add_bare() {
  constexpr std::array<std::string_view, 7> kEnds = {"s", "t", "d", "m", "re", "ve", "ll"};
  const std::string_view last = std::string_view(word_).substr(word_.rfind('\'') + 1);
  const bool is_contracted = std::find(kEnds.begin(), kEnds.end(), last) != kEnds.end();
  if (is_contracted || without_elision(word_).size() != word_.size()) return;
  constexpr std::size_t kThousands = 4;  // a comma and three digits
  std::string bare = word_;
  const bool is_number = is_digit_ascii(bare[0]);
  for (std::size_t at = bare.find(','); at != std::string::npos; at = bare.find(',', at + 1)) {
    const std::size_t end = std::min(bare.find_first_of(",.", at + 1), bare.size());
    if (end - at != kThousands) return;
  }
  std::erase(bare, is_number ? ',' : '\'');
  if (bare != word_) parts_.push_back({word_begin_, word_end_, std::move(bare), WordKind::kJoined});
}

void Tokenizer::scan_word() {
  word_.clear();
  has_mark_ = has_pieces_ = false;
  if (!scan_initials()) {
    scan_body();
    scan_suffix();
  }
  if (word_.size() > kMaxWordBytes) word_ = term_of_word(word_);
  const unsigned first = point_at(word_.data(), word_.data() + word_.size()).code;
  const bool has_stem = begins_with_letter(first) && !has_dictionary(first);
  kind_ = has_stem ? WordKind::kStemmable : WordKind::kPlain;
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
    if (const unsigned lower = is_cjk(point.code) ? 0 : word_character(point.code)) {
      if (last != 0 && point.code < kSmallLetters)
        has_pieces_ |= begins_piece(word_begin_, at_, end_);
      append(word_, lower);
      last = point.code;
      at_ = point.next;
      continue;
    }
    if (point.next == end_) return;
    const Point behind = point_at(point.next, end_);
    if (is_cjk(behind.code) || word_character(behind.code) == 0) return;
    const unsigned joiner = is_digit(last) && is_digit(behind.code)
                                ? digit_joiner(point.code)
                                : letter_joiner(point.code, last, behind.code);
    if (joiner == 0) return;
    has_mark_ |= joiner == '\'' || joiner == ',';
    append(word_, joiner);
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

std::string_view without_elision(std::string_view word) {
  const std::size_t apostrophe = word.find('\'');
  if (apostrophe == std::string_view::npos || word.size() - apostrophe < 3) return word;
  const bool is_elided =
      std::binary_search(kElided.begin(), kElided.end(), word.substr(0, apostrophe));
  return is_elided ? word.substr(apostrophe + 1) : word;
}

std::string spelled_out(std::string_view word) {
  std::string spelled;
  bool changed = false;
  for (std::size_t at = 0; at < word.size();) {
    const auto* const found =
        word[at] != kLead ? kSpelled.end()
                          : std::find_if(kSpelled.begin(), kSpelled.end(), [&](const auto& one) {
                              return word.substr(at).starts_with(one.first);
                            });
    if (found == kSpelled.end()) {
      spelled += word[at++];
      continue;
    }
    spelled += found->second;
    at += found->first.size();
    changed = true;
  }
  return changed ? spelled : std::string();
}

}  // namespace porthole::indexer
