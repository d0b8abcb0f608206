#pragma once

/// A query as text, with a part more or less. Thread safety: functions without state. This header
/// is the room's own.

#include <string>
#include <string_view>

namespace porthole::search {

/// `part` stands in `query` as a word, or words, of its own.
bool has_part(std::string_view query, std::string_view part);

/// `query` and then `part`. A query of alternatives is put in brackets, so that `part` is demanded
/// of all.
std::string with_part(std::string_view query, std::string_view part);

/// `query` without the first place where `part` stands, and without a sign right before it.
std::string without_part(std::string_view query, std::string_view part);

/// `query` without `sort:` and what stands behind it.
std::string without_order(std::string_view query);

}  // namespace porthole::search
