#pragma once

/// Edits the text of a query: adds and removes parts.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>

namespace porthole::search {

/// True when `query` contains `part`, delimited by white space.
bool has_part(std::string_view query, std::string_view part);

/// `query` followed by `part`. Puts a query with OR in brackets, so that `part` applies to all of
/// it.
std::string with_part(std::string_view query, std::string_view part);

/// `query` without the first occurrence of `part` and a sign right before it.
std::string without_part(std::string_view query, std::string_view part);

/// `query` without `sort:` and its value.
std::string without_order(std::string_view query);

}  // namespace porthole::search
