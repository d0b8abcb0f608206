#include "repository/ready_query.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

#include "base/text/text.h"

namespace porthole::embedded {
std::string_view ready_query(std::string_view name);  // schemas/queries/, put here by the build
}

namespace porthole::repository {
namespace {

constexpr std::string_view kDeclaration = "-- :";
/// The stand-in for a sample: what the repository has.
constexpr std::string_view kAllPages =
    "SELECT topic, count(*) FROM page WHERE duplicate_of = 0 GROUP BY topic";

ParameterKind kind_of(std::string_view word) {
  if (word == "topic") return ParameterKind::kTopic;
  if (word == "number") return ParameterKind::kNumber;
  return word == "sample" ? ParameterKind::kSample : ParameterKind::kText;
}

/// Reads "NAME KIND = DEFAULT: MEANING".
QueryParameter parameter_of(std::string_view line) {
  QueryParameter parameter;
  const std::size_t colon = line.find(": ");
  parameter.meaning = line.substr(colon + 2);
  line = line.substr(0, colon);
  if (const std::size_t equals = line.find(" ="); equals != std::string_view::npos) {
    parameter.fallback = trim(line.substr(equals + 2));
    line = line.substr(0, equals);
  }
  const std::size_t space = line.find(' ');
  parameter.name = line.substr(0, space);
  parameter.kind = kind_of(line.substr(space + 1));
  return parameter;
}

ReadyQuery ready(const char* name) {
  ReadyQuery query{name, {}, std::string(embedded::ready_query(std::string(name) + ".sql")), {}};
  std::string_view rest = query.sql;
  while (rest.starts_with("--")) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (query.title.empty()) query.title = line.substr(3);  // behind "-- "
    if (line.starts_with(kDeclaration))
      query.parameters.push_back(parameter_of(line.substr(kDeclaration.size())));
    rest.remove_prefix(line.size() + 1);
  }
  return query;
}

bool is_name(char c) { return c == '_' || std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::string sql_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\0') continue;
    out += c == '\'' ? std::string("''") : std::string(1, c);
  }
  return out + "'";
}

std::string rows_of(const TopicCounts& counts) {
  std::string out;
  for (const auto& [topic, pages] : counts) {
    out +=
        (out.empty() ? "VALUES (" : ", (") + sql_text(topic) + ", " + std::to_string(pages) + ")";
  }
  return out.empty() ? std::string(kAllPages) + " HAVING 1 = 0" : out;
}

Result<std::string> number_literal(const ReadyQuery& query, const QueryParameter& parameter,
                                   const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (read.ec != std::errc() || read.ptr != end || !(value >= 0) || text.size() > 20) {
    return fail(ErrorCode::kUsage, "not a valid number for " + parameter.name + ": " + text,
                query.name + " takes " + parameter.name + "=" + parameter.fallback.value_or("1"));
  }
  return text;
}

Result<std::string> literal_of(const ReadyQuery& query, const QueryParameter& parameter,
                               const QueryValues& given) {
  if (parameter.kind == ParameterKind::kSample) {
    const auto sample = given.samples.find(parameter.name);
    return sample == given.samples.end() ? std::string(kAllPages) : rows_of(sample->second);
  }
  const auto found = given.values.find(parameter.name);
  if (found == given.values.end() && !parameter.fallback) {
    return fail(ErrorCode::kUsage, query.name + " needs " + parameter.name,
                "add --set " + parameter.name + "=VALUE (" + parameter.meaning + ")");
  }
  const std::string& text = found == given.values.end() ? *parameter.fallback : found->second;
  if (parameter.kind == ParameterKind::kNumber) return number_literal(query, parameter, text);
  return sql_text(text);
}

Result<void> check_names(const ReadyQuery& query, const QueryValues& given) {
  std::string known;
  for (const QueryParameter& parameter : query.parameters)
    known += (known.empty() ? "" : ", ") + parameter.name;
  const auto unknown = std::find_if(given.values.begin(), given.values.end(), [&](const auto& one) {
    return std::none_of(
        query.parameters.begin(), query.parameters.end(), [&](const QueryParameter& parameter) {
          return parameter.name == one.first && parameter.kind != ParameterKind::kSample;
        });
  });
  if (unknown == given.values.end()) return {};
  return fail(ErrorCode::kUsage, query.name + " has no parameter " + unknown->first,
              known.empty() ? "it has none" : "it has: " + known);
}

}  // namespace

const std::vector<ReadyQuery>& ready_queries() {
  static const std::vector<ReadyQuery> all = {
      ready("importance-locality"),
      ready("important"),
      ready("in-links"),
      ready("hubs"),
      ready("topics"),
      ready("topics-by-month"),
      ready("sites"),
      ready("specialty-sites"),
      ready("training-pages"),
      ready("citation-sociology"),
      ready("typed-link"),
      ready("spam-filter"),
      ready("community-evolution"),
      ready("popularity-time"),
      ready("timescales"),
      ready("links-on-topic"),
      ready("link-metadata"),
      ready("harvest"),
      ready("waiting"),
      ready("dropped"),
      ready("anchors"),
  };
  return all;
}

Result<const ReadyQuery*> find_ready_query(const std::string& name) {
  std::vector<std::string> names;
  std::string known;
  for (const ReadyQuery& query : ready_queries()) {
    if (query.name == name) return &query;
    names.push_back(query.name);
    known += (known.empty() ? "" : ", ") + query.name;
  }
  const std::string nearest = nearest_name(name, names);
  return fail(ErrorCode::kUsage, "there is no ready query \"" + name + "\"",
              (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                  std::string("known: ") + known);
}

Result<std::string> statement_of(const ReadyQuery& query, const QueryValues& given) {
  TRY(check_names(query, given));
  std::map<std::string, std::string, std::less<>> literals;
  for (const QueryParameter& parameter : query.parameters) {
    Result<std::string> literal = literal_of(query, parameter, given);
    if (!literal) return literal;
    literals[parameter.name] = std::move(*literal);
  }
  std::string_view rest = query.sql;
  while (rest.starts_with("--")) rest.remove_prefix(rest.find('\n') + 1);
  std::string out;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    out += rest.substr(0, colon);
    rest.remove_prefix(colon);
    if (rest.empty()) break;
    std::size_t end = 1;
    while (end < rest.size() && is_name(rest[end])) ++end;
    const auto literal = literals.find(rest.substr(1, end - 1));
    out += literal == literals.end() ? std::string(rest.substr(0, end)) : literal->second;
    rest.remove_prefix(end);
  }
  return out;
}

}  // namespace porthole::repository
