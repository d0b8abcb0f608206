#include "summarizer/export/csv.h"

#include <string_view>

#include "base/text/format.h"
#include "base/text/number.h"
#include "base/text/text.h"

namespace porthole::summarizer {
namespace {

/// The text of a field, harmless to a spreadsheet.
std::string as_text(const std::string& field) {
  std::string text = printable(field);
  const std::string_view content = trim(text);
  const bool looks_like_formula =
      !content.empty() && std::string_view("=+-@").find(content[0]) != std::string_view::npos;
  const std::string_view number = content.substr(content.starts_with('+') ? 1 : 0);
  return looks_like_formula && !parse_number(number) ? "'" + text : text;
}

}  // namespace

std::string csv_record(const std::vector<std::string>& fields) {
  std::string record;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) record += ',';
    const std::string text = as_text(field);
    if (text.find_first_of(",\"\n") == std::string::npos) {
      record += text;
      continue;
    }
    record += '"';
    for (const char c : text) record += c == '"' ? "\"\"" : std::string(1, c);
    record += '"';
  }
  return record + '\n';
}

}  // namespace porthole::summarizer
