#include "base/text/normal_text.h"

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "base/text/utf8.h"

namespace porthole {
namespace {

constexpr std::size_t kDictionaryBytes = 3;  // of a character of those scripts in UTF-8
/// Characters of a segment (UAX 15, Stream-Safe Text Format): marks are sorted in quadratic time.
constexpr int kMostMarks = 30;

/// Characters that stay or change otherwise than NFKC_Casefold has it: i with a dot (Turkish),
/// signs behind names, accents and letters that are typed for apostrophes, vowels that the
/// dictionaries know composed, letters without their vowel (Bengali, Malayalam).
constexpr std::string_view kOwn =
    "\u00B4'|\u0130i|\u02BB'|\u02BC'|\u02BE'|\u02BF'|\u055A'|\u05F3'|\u0640|"
    "\u09CE\u09A4\u09CD|\u0D7A\u0D23\u0D4D|\u0D7B\u0D28\u0D4D|\u0D7C\u0D30\u0D4D|"
    "\u0D7D\u0D32\u0D4D|\u0D7E\u0D33\u0D4D|\u0D7F\u0D15\u0D4D|\u0E33\u0E33|\u0EB3\u0EB3|"
    "\u0EDC\u0EDC|\u0EDD\u0EDD|\u2018'|\u2019'|\u201B'|\u2032'|\u2044/|\u2120 |\u2122 ";

/// Vowels of Thai, Lao and Khmer that are typed in two parts, a tone mark between them perhaps.
struct TypedVowel {
  char32_t first, last;
  std::string_view whole;
};
constexpr TypedVowel kTypedVowels[] = {{0x0E40, 0x0E40, "\u0E41"}, {0x0E4D, 0x0E32, "\u0E33"},
                                       {0x0EC0, 0x0EC0, "\u0EC1"}, {0x0ECD, 0x0EB2, "\u0EB3"},
                                       {0x17C1, 0x17B6, "\u17C4"}, {0x17C1, 0x17B8, "\u17BE"}};

bool is_tone(char32_t code) { return (code & 0xFF7F) >= 0x0E48 && (code & 0xFF7F) <= 0x0E4B; }

/// Each part of kOwn is a character and what stands for it.
std::optional<std::string_view> own_form(char32_t code) {
  static const std::vector<std::string_view> kParts = split(kOwn, '|');
  for (const std::string_view one : kParts) {
    const Character first = decode_utf8(one, 0);
    if (first.code == code) return one.substr(first.length);
  }
  return std::nullopt;
}

std::size_t ascii_prefix(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && static_cast<unsigned char>(text[end]) < 0x80) ++end;
  return end;
}

const icu::Normalizer2& nfkc_casefold() {
  static const icu::Normalizer2* const kNormalizer = [] {
    UErrorCode error = U_ZERO_ERROR;
    return icu::Normalizer2::getNFKCCasefoldInstance(error);
  }();
  return *kNormalizer;
}

/// Digits of every script as those of ASCII; characters that NFKC has made in their own form.
std::string with_plain_characters(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const Character one = decode_utf8(text, at);
    const auto code = static_cast<UChar32>(one.code);
    if (one.code >= 0x80 && u_charType(code) == U_DECIMAL_DIGIT_NUMBER) {
      plain += static_cast<char>('0' + u_charDigitValue(code));
    } else if (const auto own = one.code < 0x80 ? std::nullopt : own_form(one.code)) {
      plain += *own;
    } else {
      plain.append(text, at, one.length);
    }
    at += one.length;
  }
  return plain;
}

std::string normalised(std::string_view text) {
  std::string folded;
  icu::StringByteSink<std::string> sink(&folded);
  UErrorCode error = U_ZERO_ERROR;
  nfkc_casefold().normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr,
                                error);
  if (U_FAILURE(error)) return std::string(text);
  // An accent that stands alone is a space with a mark to Unicode.
  if (folded.starts_with(' ') && !text.starts_with(' ')) return " ";
  return with_plain_characters(folded);
}

/// The normal forms of 256 characters.
struct Block {
  struct Change {
    bool begins = true;  ///< No character before it changes what becomes of it.
    bool changes = false;
    std::uint16_t begin = 0, size = 0;  // in texts
  };
  std::array<Change, 256> changes;
  std::string texts;
};

std::unique_ptr<Block> make_block(char32_t first) {
  auto block = std::make_unique<Block>();
  for (char32_t low = 0; low < 256; ++low) {
    const char32_t code = first + low;
    Block::Change& change = block->changes[low];
    if (is_surrogate(code)) continue;
    const std::optional<std::string_view> own = own_form(code);
    std::string whole;
    append_utf8(whole, code);
    const std::string to = own ? std::string(*own) : normalised(whole);
    change.begins = own || nfkc_casefold().hasBoundaryBefore(static_cast<UChar32>(code));
    change.changes = to != whole;
    if (!change.changes) continue;
    change.begin = static_cast<std::uint16_t>(block->texts.size());
    change.size = static_cast<std::uint16_t>(to.size());
    block->texts += to;
  }
  return block;
}

/// Blocks are made when the first text has one of their characters, and stay.
const Block& block_of(char32_t code) {
  static std::array<std::atomic<const Block*>, 0x1100> blocks{};
  std::atomic<const Block*>& place = blocks[code >> 8];
  const Block* known = place.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  std::unique_ptr<Block> made = make_block(code & ~char32_t{0xFF});
  if (place.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel))
    return *made.release();
  return *known;
}

bool begins(std::string_view text, std::size_t at) {
  const Character one = decode_utf8(text, at);
  return one.code < 0x80 || block_of(one.code).changes[one.code & 0xFF].begins;
}

/// The vowel that is typed in parts at `at`, its tone mark before it, in `whole`; returns the bytes
/// of the parts, 0 where there is none.
std::size_t typed_vowel(std::string_view text, std::size_t at, char32_t first, std::string& whole) {
  const auto may_begin = [&](const TypedVowel& one) { return one.first == first; };
  if (std::none_of(std::begin(kTypedVowels), std::end(kTypedVowels), may_begin)) return 0;
  const std::string_view rest = text.substr(at + kDictionaryBytes);
  Character next = decode_utf8(rest, 0);
  const std::size_t tone =
      first != 0x0E40 && first != 0x0EC0 && is_tone(next.code) ? next.length : 0;
  if (tone > 0) next = decode_utf8(rest, tone);
  for (const TypedVowel& one : kTypedVowels) {
    if (one.first != first || one.last != next.code) continue;
    whole.assign(rest, 0, tone).append(one.whole);
    return kDictionaryBytes + tone + next.length;
  }
  return 0;
}

/// Calls use(begin, bytes) for each run of ASCII and each segment: a character and the marks that
/// may be composed with it, or a vowel that is typed in parts.
template <class Use>
void for_each_segment(std::string_view text, Use use) {
  std::string vowel;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + ascii_prefix(text.substr(at));
    if (end > at && end < text.size() && !begins(text, end)) --end;
    if (end > at) {
      use(at, text.substr(at, end - at));
      at = end;
      continue;
    }
    const Character first = decode_utf8(text, at);
    if (const std::size_t parts = typed_vowel(text, at, first.code, vowel); parts > 0) {
      use(at, std::string_view(vowel));
      at += parts;
      continue;
    }
    end = at + first.length;
    int marks = 0;
    while (end < text.size() && marks < kMostMarks && !begins(text, end)) {
      end += decode_utf8(text, end).length;
      ++marks;
    }
    const std::string_view whole = text.substr(at, end - at);
    if (marks > 0) {
      use(at, std::string_view(normalised(whole)));
    } else {
      const Block& block = block_of(first.code);
      const Block::Change& change = block.changes[first.code & 0xFF];
      const bool stays = !change.changes || !first.valid;
      use(at, stays ? whole : std::string_view(block.texts).substr(change.begin, change.size));
    }
    at = end;
  }
}

/// Bytes of those scripts begin with E0 B8 to E0 BB, E1 or EA: a cheap look before the text is
/// read.
bool may_have_dictionary(std::string_view text) {
  return text.find_first_of("\xE0\xE1\xEA") != std::string_view::npos;
}

/// Offsets in bytes at which the words of `run` end, the last one left out.
std::vector<std::size_t> borders_in(std::string_view run) {
  thread_local const std::unique_ptr<icu::BreakIterator> words = [] {
    UErrorCode error = U_ZERO_ERROR;
    std::unique_ptr<icu::BreakIterator> made(
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
    return U_SUCCESS(error) ? std::move(made) : nullptr;
  }();
  std::vector<std::size_t> borders;
  if (words == nullptr) return borders;
  const auto text = icu::UnicodeString::fromUTF8({run.data(), static_cast<int32_t>(run.size())});
  words->setText(text);
  words->first();
  for (int32_t at = words->next(); at != icu::BreakIterator::DONE && at < text.length();
       at = words->next())
    borders.push_back(static_cast<std::size_t>(at) * kDictionaryBytes);
  return borders;
}

/// Calls use(offset) for each place in `text` where a word border goes in, rising.
template <class Use>
void for_each_border(std::string_view text, Use use) {
  std::size_t begin = std::string_view::npos;  // of the run
  const auto close = [&](std::size_t end) {
    if (begin == std::string_view::npos) return;
    for (const std::size_t border : borders_in(text.substr(begin, end - begin)))
      use(begin + border);
    begin = std::string_view::npos;
  };
  for (std::size_t at = 0; at < text.size();) {
    const Character one = decode_utf8(text, at);
    if (!has_dictionary(one.code)) {
      close(at);
    } else if (begin == std::string_view::npos) {
      begin = at;
    }
    at += one.length;
  }
  close(text.size());
}

void add_borders(std::string& text) {
  std::string parted;
  std::size_t copied = 0;
  for_each_border(text, [&](std::size_t at) {
    parted.append(text, copied, at - copied).append(kWordBorder);
    copied = at;
  });
  if (copied == 0) return;
  text = parted.append(text, copied);
}

void add_borders(PlacedText& placed) {
  PlacedText parted;
  std::size_t copied = 0;
  const auto copy = [&](std::size_t end) {
    parted.text.append(placed.text, copied, end - copied);
    parted.places.insert(parted.places.end(),
                         placed.places.begin() + static_cast<std::ptrdiff_t>(copied),
                         placed.places.begin() + static_cast<std::ptrdiff_t>(end));
    copied = end;
  };
  for_each_border(placed.text, [&](std::size_t at) {
    copy(at);
    parted.text += kWordBorder;
    parted.places.insert(parted.places.end(), kWordBorder.size(), placed.places[at]);
  });
  if (copied == 0) return;
  copy(placed.text.size());
  parted.places.push_back(placed.places.back());
  placed = std::move(parted);
}

}  // namespace

std::string_view normal_text(std::string_view text, std::string& buffer) {
  if (is_ascii(text)) return text;
  std::string folded;
  folded.reserve(text.size() + text.size() / 16);
  for_each_segment(text, [&](std::size_t, std::string_view bytes) { folded += bytes; });
  if (may_have_dictionary(folded)) add_borders(folded);
  buffer = std::move(folded);
  return buffer;
}

PlacedText placed_normal_text(std::string_view text) {
  PlacedText placed;
  for_each_segment(text, [&](std::size_t begin, std::string_view bytes) {
    placed.text += bytes;
    const bool is_run =
        static_cast<unsigned char>(text[begin]) < 0x80 && bytes.data() == text.data() + begin;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      placed.places.push_back(static_cast<std::uint32_t>(begin + (is_run ? i : 0)));
  });
  placed.places.push_back(static_cast<std::uint32_t>(text.size()));
  if (may_have_dictionary(placed.text)) add_borders(placed);
  return placed;
}

std::string in_half_width(std::string_view text) {
  std::string narrow;
  for (std::size_t at = 0; at < text.size();) {
    const Character one = decode_utf8(text, at);
    if (one.code >= 0xFF01 && one.code <= 0xFF5E) {
      narrow += static_cast<char>(one.code - 0xFF01 + '!');
    } else if (one.code >= 0x80 && u_isUWhiteSpace(static_cast<UChar32>(one.code)) != 0) {
      narrow += ' ';
    } else {
      narrow += text.substr(at, one.length);
    }
    at += one.length;
  }
  return narrow;
}

bool is_emoji(char32_t code) {
  const auto is = [code](UProperty one) {
    return u_hasBinaryProperty(static_cast<UChar32>(code), one) != 0;
  };
  return code >= 0x2600 && !is_cjk(code) && is(UCHAR_EMOJI) && !is(UCHAR_EMOJI_MODIFIER);
}

// Thai, Lao, Myanmar, Khmer and their extensions (Blocks.txt).
bool has_dictionary(char32_t code) {
  return (code >= 0x0E00 && code <= 0x0EFF) || (code >= 0x1000 && code <= 0x109F) ||
         (code >= 0x1780 && code <= 0x17FF) || (code >= 0xA9E0 && code <= 0xA9FF) ||
         (code >= 0xAA60 && code <= 0xAA7F);
}

bool is_cjk(char32_t code) {
  if (code < 0x2E80) return false;
  return code <= 0x2EFF || (code >= 0x3000 && code <= 0x9FFF) ||
         (code >= 0xA700 && code <= 0xA71F) || (code >= 0xAC00 && code <= 0xD7AF) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFE30 && code <= 0xFE4F) ||
         (code >= 0xFF00 && code <= 0xFFEF) || (code >= 0x20000 && code <= 0x323AF);
}

}  // namespace porthole
