#include "sampling/ready_statement.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "collection/open_collection.h"
#include "collection/taxonomy_file.h"
#include "repository/query.h"
#include "repository/ready_query.h"
#include "sampling/sample_account.h"

namespace porthole::sampling {
namespace {

using repository::ParameterKind;
using repository::ReadyQuery;

constexpr repository::QueryLimits kTopicLimits{.rows = 100'000, .time = std::chrono::seconds(60)};

bool is_of_kind(const ReadyQuery& query, const std::string& name, ParameterKind kind) {
  return std::any_of(query.parameters.begin(), query.parameters.end(),
                     [&](const auto& one) { return one.name == name && one.kind == kind; });
}

/// Adds the topics of the taxonomy. Returns false where it cannot be read.
bool add_topics_of_taxonomy(const collection::Collection& collection,
                            std::set<std::string>& known) {
  const std::string& file = collection.specification().topic.taxonomy_file;
  if (file.empty()) return true;
  const auto taxonomy = collection::read_taxonomy_of(collection.folder(), file);
  if (!taxonomy) return false;
  for (std::size_t id = 1; id < taxonomy->taxonomy().size(); ++id)
    known.insert(taxonomy->taxonomy()[static_cast<topics::TopicId>(id)].path);
  return true;
}

/// Adds the topics of the stored pages, of which all are read. Returns false where they cannot be.
bool add_topics_of_pages(const collection::Collection& collection, std::set<std::string>& known) {
  const auto of_pages = repository::run_query(collection::storage_of(collection),
                                              "SELECT DISTINCT topic FROM page", kTopicLimits);
  if (!of_pages || of_pages->more) return false;
  for (const auto& row : of_pages->rows) {
    if (const auto* topic = std::get_if<std::string>(&row.at(0))) known.insert(*topic);
  }
  return true;
}

/// True if `known` has the topic, or one below it.
bool has_topic(const std::set<std::string>& known, const std::string& topic) {
  const auto below = known.lower_bound(topic + '/');
  return known.contains(topic) || (below != known.end() && below->starts_with(topic + '/'));
}

/// Refuses a topic that neither a page nor the taxonomy has: its answer would be an empty table.
/// Where one of them cannot be read, the query itself reports it.
Result<void> check_topic(const std::string& topic, const collection::Collection& collection) {
  std::set<std::string> known;
  if (topic.empty() || !add_topics_of_taxonomy(collection, known) || has_topic(known, topic) ||
      !add_topics_of_pages(collection, known) || has_topic(known, topic)) {
    return {};
  }
  const std::string nearest = nearest_name(topic, {known.begin(), known.end()});
  return fail(ErrorCode::kNotFound,
              "neither a page nor the taxonomy has the topic \"" + topic + '"',
              nearest.empty() ? "--ready topics lists the topics of pages, porthole examples list "
                                "DIR those of the taxonomy"
                              : "did you mean " + nearest + "?");
}

Result<repository::QueryValues> values_of(const ReadyQuery& query,
                                          const std::map<std::string, std::string>& set,
                                          const collection::Collection& collection) {
  repository::QueryValues values;
  for (const auto& [name, value] : set) {
    if (is_of_kind(query, name, ParameterKind::kSample)) {
      TRY_AS(topics, topics_of_sample(collection, value));
      values.samples[name] = std::move(*topics);
      continue;
    }
    if (is_of_kind(query, name, ParameterKind::kTopic)) TRY(check_topic(value, collection));
    values.values[name] = value;
  }
  return values;
}

}  // namespace

Result<ReadyStatement> ready_statement(const std::string& name,
                                       const std::map<std::string, std::string>& set,
                                       const collection::Collection& collection) {
  TRY_AS(query, repository::find_ready_query(name));
  TRY_AS(values, values_of(**query, set, collection));
  TRY_AS(sql, repository::statement_of(**query, *values));
  return ReadyStatement{(*query)->title, std::move(*sql)};
}

}  // namespace porthole::sampling
