#pragma once

/// What the end of a query may become: names of fields, and values that the index has.
///
///   impl                       implements:
///   type:JavaClass author:ken  type:JavaClass author:"kento tamura"
///
/// Bounded: kMaxQueryBytes of query, kMaxCompletions, kCompletionTerms terms of the index read.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/field_values.h"

namespace porthole::search {

inline constexpr int kMaxCompletions = 50;
inline constexpr std::size_t kCompletionTerms = 20'000;

struct Completion {
  std::string query;    ///< All of it with the end completed.
  std::string end;      ///< The end alone: `implements:`, `author:"kento tamura"`.
  std::string meaning;  ///< Of a field; "" for a value.
  std::optional<std::int64_t> pages = std::nullopt;  ///< That have the value.
};

struct Completions {
  std::string query;             ///< As read.
  std::vector<Completion> list;  ///< Values: the most frequent first.
};

/// Thread safety: `database` belongs to one thread.
Completions complete(const Xapian::Database& database, const QueryFields& fields, std::string_view text,
                     std::size_t wanted);

}  // namespace porthole::search
