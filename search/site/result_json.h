#pragma once

/// A result as JSON, and the description of that JSON in schemas/openapi.yaml. Both are made from
/// the table of fields (indexer/result_fields.h) and a table of what depends on the search.
///
/// Thread safety: functions without state.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "indexer/result_fields.h"
#include "search/index/results.h"

namespace porthole::search {

/// The value of a field; null for a number that is not known, and for such a text where the field
/// has null.
nlohmann::ordered_json value_of(const indexer::PageFields& page, const indexer::ResultField& field);
/// All fields of a result that are shown.
nlohmann::ordered_json result_as_json(const Hit& hit);

/// The line of the field in the schema: "title: {type: string, description: \"Plain text.\"}".
std::string schema_of(const indexer::ResultField& field);
/// The schema of a result, as it stands in schemas/openapi.yaml, which a test compares.
std::string result_schema();

}  // namespace porthole::search
