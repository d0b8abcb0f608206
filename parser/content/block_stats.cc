#include "parser/content/block_stats.h"

#include <algorithm>
#include <array>

#include "parser/content/element_marks.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kPhraseWords = 16;

enum Class : std::uint8_t {
  kSpace,
  kSmall,
  kCapital,
  kDigit,
  kWide,
  kComma,
  kStop,
  kSymbol,
  kBar,
  kOther
};

constexpr std::array<Class, 256> classes() {
  std::array<Class, 256> out{};
  for (int c = 0; c < 256; ++c) {
    out[c] = kOther;
    if (c <= ' ') out[c] = kSpace;
    if (c >= 'a' && c <= 'z') out[c] = kSmall;
    if (c >= 'A' && c <= 'Z') out[c] = kCapital;
    if (c >= '0' && c <= '9') out[c] = kDigit;
    if (c >= 0x80) out[c] = kWide;
  }
  out[','] = kComma;
  for (const char c : {'.', '!', '?'}) out[static_cast<unsigned char>(c)] = kStop;
  for (const char c : {'{', '}', ';', '=', '<', '>', '(', ')', '_', '[', ']', '\\'})
    out[static_cast<unsigned char>(c)] = kSymbol;
  for (const char c : {'|', '/'}) out[static_cast<unsigned char>(c)] = kBar;
  return out;
}
constexpr std::array<Class, 256> kClasses = classes();

/// A word while its bytes are read.
struct Word {
  std::array<char, 24> text{};
  std::uint32_t hash = 2166136261u;
  std::uint32_t bytes = 0, wide = 0, capitals = 0, digits = 0;
  bool first_capital = false;

  void add(unsigned char c, Class kind) {
    if (kind == kCapital) {
      if (bytes == 0) first_capital = true;
      ++capitals;
      c |= 0x20;
    } else if (kind == kDigit) {
      ++digits;
    } else if (kind == kWide) {
      ++wide;
    }
    if (bytes < text.size()) text[bytes] = static_cast<char>(c);
    hash = (hash ^ c) * 16777619u;
    ++bytes;
  }
};

std::uint32_t at_least_one(std::uint32_t hash) { return hash == 0 ? 1 : hash; }

/// The code point of the 2- or 3-byte sequence at `at`; 0 for others.
std::uint32_t wide_character(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  if ((byte(0) & 0xE0) == 0xC0) return (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
  if ((byte(0) & 0xF0) == 0xE0)
    return (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
  return 0;
}

std::size_t sequence_bytes(unsigned char lead) { return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4; }

/// The kind of a character beyond ASCII: letters are kWide.
Class wide_class(std::uint32_t code) {
  switch (code) {
    case 0x3001:
    case 0xFF0C:
      return kComma;
    case 0x3002:
    case 0xFF01:
    case 0xFF1F:
    case 0x2026:
      return kStop;
    case 0xB7:
    case 0x2022:
    case 0xBB:
    case 0x203A:
      return kBar;
    default:
      break;
  }
  if (code >= 0x80 && code < 0xC0 && code != 0xAA && code != 0xB5 && code != 0xBA) return kOther;
  if (code >= 0x2000 && code < 0x2C00) return kOther;
  return code == 0xD7 || code == 0xF7 ? kOther : kWide;
}

bool is_currency(std::uint32_t code) {
  return code == 0xA3 || code == 0xA5 || (code >= 0x20A0 && code <= 0x20BF);
}

/// Counts the words and signs of one block.
class BlockReader {
 public:
  explicit BlockReader(const PageWords& page) : page_(page) {}

  BlockStats read(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const Character c = character(text, at);
      take(c, text, at);
      at += c.bytes;
    }
    end_word();
    if (out_.words <= kPhraseWords) out_.phrases = phrases_;
    out_.hash = hash_;
    look_at_end(text);
    return out_;
  }

 private:
  struct Character {
    Class kind;
    std::size_t bytes;
  };

  /// The character at `at`; notes signs of money and copyright beyond ASCII.
  Character character(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (kClasses[lead] != kWide) return {kClasses[lead], 1};
    const std::uint32_t code = wide_character(text, at);
    if (is_currency(code)) out_.currency = true;
    if (code == 0xA9) out_.copyright = true;
    return {wide_class(code), std::min(sequence_bytes(lead), text.size() - at)};
  }

  void take(Character c, std::string_view text, std::size_t at) {
    switch (c.kind) {
      case kSmall:
        if (out_.words == 0 && word_.bytes == 0) out_.begins_small = true;
        [[fallthrough]];
      case kCapital:
      case kDigit:
      case kWide:
        for (const char each : text.substr(at, c.bytes))
          word_.add(static_cast<unsigned char>(each), c.kind);
        return;
      case kComma:
        end_word();
        ++out_.commas;
        return;
      case kStop:
        end_word();
        if (c.bytes > 1 || is_space_or_end(text, at + 1)) ++out_.sentences;
        return;
      case kSymbol:
        end_word();
        ++out_.symbols;
        return;
      case kBar:
        end_word();
        ++out_.bars;
        return;
      default:
        if (text[at] == '$') out_.currency = true;
        if (text[at] != '\'') end_word();
        return;
    }
  }

  static bool is_space_or_end(std::string_view text, std::size_t at) {
    return at >= text.size() || kClasses[static_cast<unsigned char>(text[at])] == kSpace;
  }

  void end_word() {
    if (word_.bytes == 0) return;
    count_word();
    hash_ = (hash_ ^ word_.hash) * 1099511628211u;
    if (word_.bytes > 2) look_up_word();
    if (out_.words <= kPhraseWords && word_.bytes <= word_.text.size())
      phrases_ |= phrase_of({word_.text.data(), word_.bytes});
    word_ = {};
  }

  void count_word() {
    // Three bytes a letter, two letters a word, for long runs of letters without a space.
    out_.words += word_.wide > 18 ? word_.bytes / 6 : 1;
    out_.letters += word_.bytes;
    out_.digits += word_.digits;
    if (word_.first_capital) ++out_.capitals;
    if (word_.capitals > 1 && word_.capitals == word_.bytes) ++out_.all_capitals;
    if (word_.wide == 0 && word_.bytes <= 3 && word_.capitals == 0 && word_.digits == 0)
      ++out_.stops;
  }

  void look_up_word() {
    const std::uint32_t key = at_least_one(word_.hash);
    if (page_.title.contains(key)) ++out_.title_words;
    if (page_.description.contains(key)) ++out_.description_words;
    if (page_.data.contains(key)) ++out_.data_words;
  }

  void look_at_end(std::string_view text) {
    std::string_view tail = text.substr(text.size() - std::min<std::size_t>(text.size(), 4));
    while (!tail.empty() && (tail.back() == '"' || tail.back() == ')' || tail.back() == '\''))
      tail.remove_suffix(1);
    if (tail.empty()) return;
    const char last = tail.back();
    out_.ends_sentence = last == '.' || last == '!' || last == '?' || tail.ends_with("\u3002") ||
                         tail.ends_with("\u201D") || tail.ends_with("\u2026");
    out_.ends_colon = last == ':';
  }

  const PageWords& page_;
  BlockStats out_;
  Word word_;
  std::uint64_t hash_ = 1469598103934665603u;
  std::uint32_t phrases_ = 0;
};

}  // namespace

WordSet::WordSet(std::string_view text) {
  text = text.substr(0, 200'000);
  std::vector<std::uint32_t> words;
  Word word;
  const auto end_word = [&] {
    if (word.bytes > 2) words.push_back(at_least_one(word.hash));
    word = {};
  };
  for (const char each : text) {
    const auto c = static_cast<unsigned char>(each);
    const Class kind = kClasses[c];
    if (kind == kSmall || kind == kCapital || kind == kDigit || kind == kWide) {
      word.add(c, kind);
    } else {
      end_word();
    }
  }
  end_word();
  std::size_t slots = 16;
  while (slots < 2 * words.size()) slots *= 2;
  slots_.resize(slots);
  for (const std::uint32_t one : words) {
    std::size_t at = one & (slots - 1);
    while (slots_[at] != 0 && slots_[at] != one) at = (at + 1) & (slots - 1);
    if (slots_[at] == 0) ++count_;
    slots_[at] = one;
  }
}

bool WordSet::contains(std::uint32_t word) const {
  if (slots_.empty()) return false;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = word & mask; slots_[at] != 0; at = (at + 1) & mask) {
    if (slots_[at] == word) return true;
  }
  return false;
}

BlockStats stats_of(std::string_view text, const PageWords& page) {
  return BlockReader(page).read(text);
}

}  // namespace porthole::parser
