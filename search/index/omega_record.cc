#include "search/index/omega_record.h"

#include <string>

#include "base/text/text.h"

namespace porthole::search {

std::optional<indexer::DocumentData> read_omega_record(std::string_view record) {
  indexer::DocumentData document;
  for (const std::string_view line : split(record, '\n')) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, equals);
    const std::string value = clean_utf8(line.substr(equals + 1));
    if (name == "url") document.url = value;
    if (name == "caption") document.title = value;
    if (name == "sample") document.text = fold_space(value);
    if (name == "type") document.media_type = value;
  }
  if (document.url.empty()) return std::nullopt;
  return document;
}

}  // namespace porthole::search
