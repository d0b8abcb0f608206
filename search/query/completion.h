#pragma once

/// Query completion: words, phrases and titles that begin like a query; behind a colon fields, and
/// values of a field.
///
///   impl:                      implements:
///   type:JavaClass author:ken  type:JavaClass author:"kento tamura"
///   planetary ge               planetary gear, Planetary gear ratios of hubs
///
/// Words are completed in the context of the words before them (word_completion.h), phrases by what
/// titles have behind these words.
///
/// Limits: kMaxQueryBytes of query, kMaxCompletions, kCompletionTerms terms of the index read for
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

enum class CompletionKind { kField, kValue, kWord, kPhrase, kTitle };
/// "field", "value", "word", "phrase", "title".
const char* completion_kind_name(CompletionKind kind);

struct Completion {
  CompletionKind kind = CompletionKind::kField;
  std::string query;    ///< The whole query with its end completed.
  std::string end;      ///< The end alone: `implements:`, `author:"kento tamura"`.
  std::string meaning;  ///< Meaning of a field or order; URL of the page of a title; else "".
  std::optional<std::int64_t> pages =
      std::nullopt;  ///< Pages with the value, or the word and those before it.
};

struct Completions {
  std::string query;  ///< As parsed.
  std::vector<Completion>
      list;  ///< Words, phrases, titles; the most frequent, or the best, of each first.
};

/// The index that completions are read from. Lifetime: all members outlive the call.
struct CompletionSource {
  const Xapian::Database& database;
  const QueryFields& fields;
  const std::vector<std::string>& languages;  ///< Languages of the stemmers of the index.
};

/// Thread safety: the database belongs to one thread.
Completions complete(const CompletionSource& source, std::string_view text, std::size_t wanted);

}  // namespace porthole::search
