#include "porthole/questions/ready_statement.h"

#include <algorithm>
#include <utility>

#include "repository/ready_query.h"
#include "sampling/sample_account.h"

namespace porthole::cli {
namespace {

using repository::ReadyQuery;

bool is_sample(const ReadyQuery& query, const std::string& name) {
  return std::any_of(query.parameters.begin(), query.parameters.end(), [&](const auto& one) {
    return one.name == name && one.kind == repository::ParameterKind::kSample;
  });
}

Result<repository::QueryValues> values_of(const ReadyQuery& query,
                                          const std::vector<std::string>& set,
                                          const collection::Collection& collection) {
  repository::QueryValues values;
  for (const std::string& one : set) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail(ErrorCode::kUsage, "not a valid --set: " + one,
                  "write --set NAME=VALUE; --list names the parameters");
    }
    const std::string name = one.substr(0, equals), value = one.substr(equals + 1);
    if (!is_sample(query, name)) {
      values.values[name] = value;
      continue;
    }
    auto topics = sampling::topics_of_sample(collection, value);
    if (!topics) return fail(topics.error());
    values.samples[name] = std::move(*topics);
  }
  return values;
}

}  // namespace

Result<ReadyStatement> ready_statement(const std::string& name, const std::vector<std::string>& set,
                                       const collection::Collection& collection) {
  const Result<const ReadyQuery*> query = repository::find_ready_query(name);
  if (!query) return fail(query.error());
  const Result<repository::QueryValues> values = values_of(**query, set, collection);
  if (!values) return fail(values.error());
  Result<std::string> sql = repository::statement_of(**query, *values);
  if (!sql) return fail(sql.error());
  return ReadyStatement{(*query)->title, std::move(*sql)};
}

}  // namespace porthole::cli
