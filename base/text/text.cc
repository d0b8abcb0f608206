#include "base/text/text.h"

#include <algorithm>
#include <numeric>

#include "base/text/utf8.h"

namespace porthole {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

/// Unicode's property White_Space (PropList.txt).
constexpr bool is_white_space(char32_t c) {
  if (c <= 0x20) return c == 0x20 || (c >= 0x09 && c <= 0x0D);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

constexpr bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

/// True for characters that clean_utf8() keeps.
constexpr bool is_clean(char32_t c) {
  return c == '\t' || c == '\n' || !(is_control(c) || is_noncharacter(c));
}

/// The end of the run of printable ASCII that begins at `at`: most of most pages.
std::size_t skip_plain(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= 0x20 && text[at] < 0x7F) ++at;
  return at;
}

/// The end of the run of printable ASCII without spaces that begins at `at`.
std::size_t skip_visible(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] > 0x20 && text[at] < 0x7F) ++at;
  return at;
}

/// `at` is not inside a character.
bool is_border(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

/// Optimal string alignment: insert, delete, replace, or swap two neighbours, each at cost 1.
/// Source: Damerau 1964; Wagner and Fischer 1974 for the table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string clean_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plain = skip_plain(text, at);
    out.append(text, at, plain - at);
    at = plain;
    if (at == text.size()) break;
    const Character c = decode_utf8(text, at);
    if (c.valid && is_clean(c.code)) {
      out.append(text, at, c.length);
    } else if (c.valid && c.code != 0 && is_control(c.code)) {
      out += ' ';
    } else {
      append_utf8(out, kReplacement);
    }
    at += c.length;
  }
  return out;
}

std::string fold_space(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool space = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = skip_visible(text, at);
    if (end == at) {
      const Character c = decode_utf8(text, at);
      end = at + c.length;
      if (is_white_space(c.code)) {
        space = true;
        at = end;
        continue;
      }
    }
    if (space && !out.empty()) out += ' ';
    space = false;
    out.append(text, at, end - at);
    at = end;
  }
  return out;
}

std::string_view cut(std::string_view text, std::size_t bytes) {
  constexpr std::size_t kNear = 24;
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && !is_border(text, end)) --end;
  const auto is_space = [&](std::size_t i) { return text[i] == ' ' || text[i] == '\n'; };
  const std::size_t nearest = end - std::min(kNear, end / 2);
  for (std::size_t word = end; word > nearest; --word) {
    if (is_space(word)) {
      end = word;
      break;
    }
  }
  while (end > 0 && is_space(end - 1)) --end;
  return text.substr(0, end);
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string shortened(std::string text, std::size_t bytes) {
  text.resize(cut(text, bytes).size());
  return text;
}

std::string trimmed(std::string text) {
  const std::string_view kept = trim(text);
  if (kept.size() == text.size()) return text;
  return std::string(kept);
}

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string with_commas(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return with_commas(number).append(" ").append(noun).append(number == 1 ? "" : "s");
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
  std::string nearest;
  std::size_t least = name.size() / 3 + 1;
  for (const std::string& candidate : names) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace porthole
