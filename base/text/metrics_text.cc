#include "base/text/metrics_text.h"

#include <charconv>

namespace porthole {
namespace {

std::string escaped(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

void MetricsText::begin(std::string_view name, std::string_view type, std::string_view help) {
  name_ = name;
  text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
  text_.append(name).append(" ").append(type).append("\n");
}

void MetricsText::add(std::int64_t value, const Labels& labels, std::string_view suffix) {
  add_text(std::to_string(value), labels, suffix);
}

void MetricsText::add(double value, const Labels& labels, std::string_view suffix) {
  add_text(number(value), labels, suffix);
}

std::string MetricsText::number(double value) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return {digits, static_cast<std::size_t>(end - digits)};
}

void MetricsText::add_text(std::string_view value, const Labels& labels, std::string_view suffix) {
  text_.append(name_).append(suffix);
  char before = '{';
  for (const auto& [name, said] : labels) {
    text_.append(1, before).append(name).append("=\"").append(escaped(said)).append("\"");
    before = ',';
  }
  if (!labels.empty()) text_ += '}';
  text_.append(" ").append(value).append("\n");
}

}  // namespace porthole
