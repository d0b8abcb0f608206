#pragma once

/// What the end of a query may become: names of fields, and values that the index has; topics,
/// words and titles that begin so.
///
///   impl                       implements:
///   type:JavaClass author:ken  type:JavaClass author:"kento tamura"
///   planetary ge               planetary gear, title:"Hub gears: how a planetary gear works"
///
/// A word is completed by what pages that have the words before it have (word_completion.h).
///
/// Bounded: kMaxQueryBytes of query, kMaxCompletions, kCompletionTerms terms of the index read for
/// each kind, kCompletionTime.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/query/field_values.h"

namespace porthole::search {

inline constexpr int kMaxCompletions = 50;
inline constexpr std::size_t kCompletionTerms = 20'000;
inline constexpr std::chrono::milliseconds kCompletionTime{200};

enum class CompletionKind { kField, kValue, kTopic, kWord, kTitle };
/// "field", "value", "topic", "word", "title".
const char* completion_kind_name(CompletionKind kind);

struct Completion {
  CompletionKind kind = CompletionKind::kField;
  std::string query;    ///< All of it with the end completed.
  std::string end;      ///< The end alone: `implements:`, `author:"kento tamura"`.
  std::string meaning;  ///< Of a field or an order; of a title the URL of its page; else "".
  std::optional<std::int64_t> pages =
      std::nullopt;  ///< That have the value, the topic, or the word and those before it.
};

struct Completions {
  std::string query;  ///< As read.
  std::vector<Completion>
      list;  ///< Kind by kind, in their order; of each the most frequent, or the best, first.
};

/// What completions come from. Lifetime: all must outlive the call.
struct CompletionSource {
  const Xapian::Database& database;
  const QueryFields& fields;
  const std::vector<std::string>& languages;  ///< Of the stemmers of the index.
};

/// Thread safety: the database belongs to one thread.
Completions complete(const CompletionSource& source, std::string_view text, std::size_t wanted);

}  // namespace porthole::search
