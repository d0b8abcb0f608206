#include "summarizer/export/csv.h"

#include "base/text/text.h"

namespace porthole::summarizer {

std::string csv_record(const std::vector<std::string>& fields) {
  std::string record;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) record += ',';
    const std::string text = clean_utf8(field);
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
