#include "plugins/formats/documents/hyperlink_field.h"

#include "base/text/text.h"

namespace porthole {
namespace {

/// Takes the first argument, a switch, a word or what is quoted, off the front of `text`.
std::string take_argument(std::string_view& text) {
  text = trim(text);
  std::string argument;
  const bool is_quoted = text.starts_with('"');
  if (is_quoted) text.remove_prefix(1);
  while (!text.empty()) {
    const char c = text.front();
    if (is_quoted ? c == '"' : c == ' ') break;
    // Inside of quotes a backslash is written twice.
    const bool is_escape = is_quoted && c == '\\' && text.size() > 1;
    if (is_escape) text.remove_prefix(1);
    argument += text.front();
    text.remove_prefix(1);
  }
  if (is_quoted && !text.empty()) text.remove_prefix(1);
  return argument;
}

}  // namespace

std::optional<HyperlinkField> read_hyperlink_field(std::string_view instruction) {
  if (!equals_ignoring_case(take_argument(instruction), "HYPERLINK")) return std::nullopt;
  HyperlinkField field;
  while (!trim(instruction).empty()) {
    const bool is_switch = trim(instruction).starts_with('\\');
    const std::string argument = take_argument(instruction);
    if (!is_switch) {
      if (field.target.empty()) field.target = argument;
    } else if (argument == "\\o") {
      field.title = take_argument(instruction);
    } else if (argument == "\\l" || argument == "\\t") {
      take_argument(instruction);
    }
  }
  return field;
}

}  // namespace porthole
