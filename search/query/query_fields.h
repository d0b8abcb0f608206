#pragma once

/// Resolves field names of queries, with aliases, suggestions and classes.
///
/// In:  the field tables of the indexes (indexer/fields.h).
/// Out: the field of a name, suggestions for an unknown name, the classes of `type:`.
///
/// Thread safety: const members from any thread.

#include <string>
#include <string_view>
#include <vector>

#include "indexer/fields.h"

namespace porthole::search {

/// Fields without terms of their own: `linkedfrom:` is `linkto:` read backwards, `like:` takes the
/// words of a page, dates and numbers are values, and `sort:` asks for nothing but an order.
inline constexpr std::string_view kLinkedFromField = "linkedfrom";
inline constexpr std::string_view kLikeField = "like";
inline constexpr std::string_view kDateField = "date";
inline constexpr std::string_view kAfterField = "after";
inline constexpr std::string_view kBeforeField = "before";
inline constexpr std::string_view kSizeField = "size";
inline constexpr std::string_view kRelevanceField = "relevance";
inline constexpr std::string_view kRecommendationsField = "recommendations";
inline constexpr std::string_view kSortField = "sort";

class QueryFields {
 public:
  /// The built-in fields alone.
  QueryFields();
  /// The built-in fields and those of `tables`; the first of two with one name counts.
  explicit QueryFields(const std::vector<indexer::FieldTable>& tables);

  /// The field of that name, of any case, or alias (intitle, inanchor, inurl, language, class,
  /// related, year, annotators), or null.
  const indexer::NamedField* find(std::string_view name) const;
  /// The field that a property of a summary (base/document.h) is asked for with, or null.
  const indexer::NamedField* find_property(std::string_view property) const;
  const indexer::NamedClass* find_class(std::string_view name) const;

  const std::vector<indexer::NamedField>& all() const { return fields_; }
  const std::vector<indexer::NamedClass>& classes() const { return classes_; }

  /// Suggestions for an unknown `name`: at most three fields, the likeliest first.
  std::vector<std::string> near(std::string_view name) const;

 private:
  void add(const indexer::FieldTable& table);

  std::vector<indexer::NamedField> fields_;
  std::vector<indexer::NamedClass> classes_;
};

}  // namespace porthole::search
