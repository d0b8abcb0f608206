#pragma once

/// The names before a colon in a query, and the field of the index each means.

#include <string_view>

#include "indexer/fields.h"

namespace porthole::search {

struct QueryField {
  std::string_view name;
  std::string_view prefix;
  indexer::FieldKind kind;
};

/// The field of that lower-case name or alias (intitle, inanchor, inurl, language), or null.
const QueryField* find_query_field(std::string_view name);

}  // namespace porthole::search
