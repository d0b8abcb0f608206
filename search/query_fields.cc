#include "search/query_fields.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace porthole::search {
namespace {

using Alias = std::pair<std::string_view, std::string_view>;
constexpr std::array kAliases = {Alias{"intitle", "title"},
                                 Alias{"inanchor", "anchor"},
                                 Alias{"inurl", "url"},
                                 Alias{"language", "lang"}};

}  // namespace

const QueryField* find_query_field(std::string_view name) {
  static const std::vector<QueryField> kFields = [] {
    std::vector<QueryField> fields;
    for (const indexer::Field& field : indexer::kFields) {
      if (!field.name.empty()) fields.push_back({field.name, field.prefix, field.kind});
    }
    return fields;
  }();
  for (const auto& [alias, meant] : kAliases) {
    if (name == alias) name = meant;
  }
  const auto found = std::find_if(kFields.begin(), kFields.end(),
                                  [name](const QueryField& field) { return field.name == name; });
  return found == kFields.end() ? nullptr : &*found;
}

}  // namespace porthole::search
