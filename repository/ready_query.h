#pragma once

/// Predefined queries, and their text with the values of their parameters.
///
/// In:  the name of a query in schemas/queries/, and values.
/// Out: a statement for run_query() (repository/query.h).
///
/// A parameter is declared in the comment of its query, "-- :NAME KIND = DEFAULT: MEANING", and
/// stands in the statement as :NAME. One without "= DEFAULT" has to be given. Values are put in as
/// literals, so a value cannot change the statement.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::repository {

enum class ParameterKind {
  kTopic,   ///< Path of a topic in the taxonomy.
  kText,    ///< Any text.
  kNumber,  ///< At least 0.
  kSample,  ///< The topics of a sample and how many of its pages each has.
};

struct QueryParameter {
  std::string name;
  ParameterKind kind = ParameterKind::kText;
  std::optional<std::string> fallback;  ///< Empty: it has to be given.
  std::string meaning;
};

/// A predefined query.
struct ReadyQuery {
  std::string name;
  std::string title;  ///< Description in one line.
  std::string sql;
  std::vector<QueryParameter> parameters;
};
const std::vector<ReadyQuery>& ready_queries();

/// Errors: kUsage when there is none of that name; the hint names the nearest.
Result<const ReadyQuery*> find_ready_query(const std::string& name);

/// Topics of a sample, and how many of its pages are about each.
using TopicCounts = std::vector<std::pair<std::string, std::int64_t>>;

struct QueryValues {
  std::map<std::string, std::string> values;  ///< By parameter; those of samples are below.
  std::map<std::string, TopicCounts> samples;
};

/// The statement of `query`. A sample that is not given is replaced by the pages of the repository.
/// Errors: kUsage for a parameter that the query does not have, one that has to be given, or a
/// value that is not a number where one is wanted.
Result<std::string> statement_of(const ReadyQuery& query, const QueryValues& given);

}  // namespace porthole::repository
