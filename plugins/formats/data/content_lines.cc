#include "plugins/formats/data/content_lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <initializer_list>

#include "base/text/text.h"
#include "base/text/utf8.h"

namespace porthole {
namespace {

constexpr std::size_t kLongestLine = 256u << 10;  // pictures and sounds are longer

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

/// The part of `line` before the first of `ends` that does not stand in quotes; it and what ends it
/// are taken off.
std::string take_until(std::string_view& line, std::string_view ends) {
  std::string out;
  bool quoted = false;
  std::size_t at = 0;
  for (; at < line.size(); ++at) {
    if (line[at] == '"') {
      quoted = !quoted;
    } else if (!quoted && ends.find(line[at]) != std::string_view::npos) {
      break;
    } else {
      out += line[at];
    }
  }
  line.remove_prefix(at);
  return out;
}

ContentLine parsed(std::string_view line) {
  ContentLine out;
  out.name = upper(take_until(line, ";:"));
  out.name.erase(0, out.name.rfind('.') + 1);
  while (line.starts_with(';')) {
    line.remove_prefix(1);
    const std::string parameter = take_until(line, ";:");
    const auto equals = std::min(parameter.find('='), parameter.size());
    out.parameters.emplace_back(upper(parameter.substr(0, equals)),
                                parameter.substr(std::min(equals + 1, parameter.size())));
  }
  if (line.starts_with(':')) out.value = line.substr(1);
  return out;
}

/// The names of an encoding: as the value of ENCODING, or alone as in vCard 2.1.
bool is_encoded(const ContentLine& line, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&line](std::string_view name) {
    return equals_ignoring_case(line.parameter("ENCODING"), name) || line.has(name);
  });
}

bool is_binary(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"PHOTO", "LOGO", "SOUND", "KEY", "ATTACH"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool is_quoted_printable(const ContentLine& line) {
  return is_encoded(line, {"QUOTED-PRINTABLE", "Q"});
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char upper = static_cast<char>(c & ~0x20);
  return upper >= 'A' && upper <= 'F' ? upper - 'A' + 10 : -1;
}

/// RFC 2045 6.7; other text stays.
std::string from_quoted_printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int high = text[at] == '=' && at + 2 < text.size() ? hex_value(text[at + 1]) : -1;
    const int low = high < 0 ? -1 : hex_value(text[at + 2]);
    if (low < 0) {
      out += text[at];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return out;
}

/// RFC 2045 6.8; other characters are passed over.
std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) continue;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFF);
  }
  return out;
}

bool is_valid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character c = decode_utf8(text, at);
    if (!c.valid) return false;
    at += c.length;
  }
  return true;
}

/// The value of a structured text or a list, up to the next separator that is not escaped.
std::string_view take_value(std::string_view& rest, char separator) {
  std::size_t at = 0;
  while (at < rest.size() && rest[at] != separator) at += rest[at] == '\\' ? 2 : 1;
  at = std::min(at, rest.size());
  const std::string_view value = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return value;
}

}  // namespace

std::string_view ContentLine::parameter(std::string_view wanted) const {
  for (const auto& [key, content] : parameters) {
    if (key == wanted) return content;
  }
  return {};
}

bool ContentLine::has(std::string_view wanted) const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [wanted](const auto& one) { return one.first == wanted; });
}

std::string ContentLine::text() const {
  std::string out;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const bool is_escape = value[at] == '\\' && at + 1 < value.size();
    if (is_escape) ++at;
    out += is_escape && (value[at] == 'n' || value[at] == 'N') ? '\n' : value[at];
  }
  return out;
}

std::vector<std::string> ContentLine::list(char separator) const {
  std::vector<std::string> values;
  for (std::string_view rest = value; !rest.empty();) {
    const std::string_view one = take_value(rest, separator);
    values.push_back(fold_space(ContentLine{"", {}, std::string(one)}.text()));
  }
  return values;
}

std::string ContentLine::parts() const {
  std::string out;
  for (const std::string& part : list(';')) {
    if (!part.empty()) out += (out.empty() ? "" : ", ") + part;
  }
  return out;
}

bool begins_component(const PageBytes& page, std::string_view name) {
  std::string head(page.body.substr(0, 2048));
  std::erase(head, '\0');
  return upper(head).find("BEGIN:" + std::string(name)) != std::string::npos;
}

ContentLines::ContentLines(const PageBytes& page) : page_(page), rest_(page.body) {
  const bool is_utf16 = rest_.starts_with("\xFE\xFF") || rest_.starts_with("\xFF\xFE");
  if (is_utf16) rest_ = converted_ = page.inner->to_utf8(page.body, page.content_type);
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
}

std::string_view ContentLines::take_line() {
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end);
  const bool is_pair = rest_.starts_with("\r\n");
  rest_.remove_prefix(std::min<std::size_t>(is_pair ? 2 : 1, rest_.size()));
  return line;
}

/// Lines are joined before they are decoded: a fold may divide a character. A soft break of
/// quoted-printable ends in "=", and needs no space in the next line.
std::string ContentLines::unfolded() {
  std::string line(take_line());
  const bool is_quoted =
      upper(line.substr(0, line.find(':'))).find("QUOTED-PRINTABLE") != std::string::npos;
  while (!rest_.empty()) {
    const bool is_fold = rest_.starts_with(' ') || rest_.starts_with('\t');
    const bool is_soft_break = is_quoted && line.ends_with('=');
    if (!is_fold && !is_soft_break) break;
    if (is_soft_break) line.pop_back();
    if (is_fold && (!is_soft_break || rest_.substr(1).starts_with('='))) rest_.remove_prefix(1);
    const std::string_view piece = take_line();
    if (line.size() < kLongestLine) line += piece;
  }
  return line;
}

void ContentLines::decode(ContentLine& line) const {
  if (is_quoted_printable(line)) {
    line.value = from_quoted_printable(line.value);
  } else if (is_encoded(line, {"BASE64", "B"})) {
    if (is_binary(line.name)) return line.value.clear();
    line.value = from_base64(line.value);
  }
  const std::string charset(line.parameter("CHARSET"));
  const bool is_utf8 = charset.empty() || equals_ignoring_case(charset, "utf-8");
  if (is_utf8 && is_valid_utf8(line.value)) return;
  line.value = page_.inner->to_utf8(line.value, charset.empty() ? std::string(page_.content_type)
                                                                : "text/plain; charset=" + charset);
}

std::optional<ContentLine> ContentLines::next() {
  while (!rest_.empty()) {
    const std::string line = unfolded();
    if (line.find(':') == std::string::npos) continue;
    ContentLine out = parsed(line);
    decode(out);
    if (out.name == "BEGIN" || out.name == "END") out.value = upper(trim(out.value));
    return out;
  }
  return std::nullopt;
}

}  // namespace porthole
