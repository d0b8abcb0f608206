#pragma once

/// The values that a field has in an index, and the queries that ask for them.
///
/// Thread safety: functions without state; `database` belongs to one thread. This header is the
/// room's own, but for field_query().

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/term_list.h"
#include "search/query/query_fields.h"

namespace porthole::search {

struct FieldValue {
  std::string value;       ///< As it is compared: lower case, but for URLs and classes.
  std::int64_t pages = 0;  ///< That have it.
};

struct FieldValues {
  std::vector<FieldValue> values;  ///< The most frequent first.
  std::size_t read = 0;            ///< Terms that were looked at.
  bool all = true;                 ///< No value was beyond the limit on reading.
};

/// Values of `field` that begin so. Of a property the whole values, then words of values where
/// there are fewer of those than wanted; of a text its words. Values that are too long for a term
/// are left out, and `linkedfrom` has none, since any page is one, nor have dates and numbers of
/// pages. `counts`: which terms do.
FieldValues values_of_field(const Xapian::Database& database, const QueryFields& fields,
                            const indexer::NamedField& field, std::string_view beginning,
                            TermLimits limits, const TermFilter& counts = nullptr);

/// Values of a field that are shown at most, and terms that are read of the index to find them.
inline constexpr int kMaxFieldValues = 100;
inline constexpr std::size_t kFieldTerms = 20'000;
inline constexpr std::size_t kAllFieldsTerms = 200'000;

/// A field and what it has in the index.
struct FieldListing {
  indexer::NamedField field;
  std::vector<FieldValue> values;  ///< The most frequent first.
  bool all = true;                 ///< All values were looked at.
};

/// All fields, or the one called `name` when that is not "" (nothing when there is none), with at
/// most `kept` values each; of texts the stop words of `languages` are left out.
std::vector<FieldListing> list_fields(const Xapian::Database& database, const QueryFields& fields,
                                      const std::vector<std::string>& languages,
                                      std::string_view name, std::size_t kept);

/// The query that asks for `value` of the field `name`: `author:"ada lovelace"`.
std::string field_query(std::string_view name, std::string_view value);

}  // namespace porthole::search
