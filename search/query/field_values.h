#pragma once

/// Lists the values of a field in an index, and builds the queries that filter by them.
///
/// Thread safety: functions without state; `database` belongs to one thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/term_list.h"
#include "search/query/query_fields.h"

namespace porthole::search {

struct FieldValue {
  std::string value;       ///< Normalised: lower case, except URLs and classes.
  std::int64_t pages = 0;  ///< Pages with the value.
};

struct FieldValues {
  std::vector<FieldValue> values;  ///< The most frequent first.
  std::size_t read = 0;            ///< Terms read.
  bool all = true;                 ///< The limit on reading was not reached.
};

/// Values of `field` that start with `beginning`: whole values of a property, followed by words of
/// values when there are too few; words of a text field. Omits values that are too long for a term.
/// `linkedfrom`, dates and numbers have no values. `counts`: selects terms.
FieldValues values_of_field(const Xapian::Database& database, const QueryFields& fields,
                            const indexer::NamedField& field, std::string_view beginning,
                            TermLimits limits, const TermFilter& counts = nullptr);

/// Limits on the values of a field that are listed, and on the terms read to find them.
inline constexpr int kMaxFieldValues = 100;
inline constexpr std::size_t kFieldTerms = 20'000;
inline constexpr std::size_t kAllFieldsTerms = 200'000;

/// A field with its values in the index.
struct FieldListing {
  indexer::NamedField field;
  std::vector<FieldValue> values;  ///< The most frequent first.
  bool all = true;                 ///< The limit on reading was not reached.
};

/// All fields, or for a `name` that one (nothing when it does not exist), with at most `kept`
/// values each. Values of text fields exclude the stop words of `languages`.
std::vector<FieldListing> list_fields(const Xapian::Database& database, const QueryFields& fields,
                                      const std::vector<std::string>& languages,
                                      std::string_view name, std::size_t kept);

/// The query that filters by `value` of the field `name`: `author:"ada lovelace"`.
std::string field_query(std::string_view name, std::string_view value);

}  // namespace porthole::search
