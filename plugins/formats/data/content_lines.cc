#include "plugins/formats/data/content_lines.h"

#include <algorithm>
#include <cctype>

#include "base/text/text.h"

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

}  // namespace

std::string_view ContentLine::parameter(std::string_view wanted) const {
  for (const auto& [key, content] : parameters) {
    if (key == wanted) return content;
  }
  return {};
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

std::string ContentLine::parts() const {
  std::string out;
  for (const std::string_view part : split(value, ';')) {
    const std::string plain = fold_space(ContentLine{"", {}, std::string(part)}.text());
    if (!plain.empty()) out += (out.empty() ? "" : ", ") + plain;
  }
  return out;
}

ContentLines::ContentLines(std::string_view text) : rest_(text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  line_end_ = first.ends_with(' ') || first.ends_with('\r') ? 1 : 0;
}

std::string ContentLines::unfolded() {
  std::string line;
  do {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view piece = rest_.substr(0, end);
    piece.remove_suffix(std::min(line_end_, piece.size()));
    if (line.size() < kLongestLine) line += piece;
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (!rest_.starts_with(' ') && !rest_.starts_with('\t')) break;
    rest_.remove_prefix(1);
  } while (!rest_.empty());
  return line;
}

std::optional<ContentLine> ContentLines::next() {
  while (!rest_.empty()) {
    const std::string line = unfolded();
    if (line.find(':') != std::string::npos) return parsed(line);
  }
  return std::nullopt;
}

}  // namespace porthole
