#include "repository/postgres/place.h"

#include <libpq-fe.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace porthole::repository {
namespace {

constexpr std::string_view kSchemaParameter = "schema=";
constexpr std::size_t kLongestName = 63;  // NAMEDATALEN - 1

bool is_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= kLongestName && is_letter(name.front()) &&
         std::ranges::all_of(name, fits) && !name.starts_with("pg_");
}

/// Takes `schema=NAME` out of the query of `url`.
std::string take_schema(std::string& url) {
  const std::size_t query = url.find('?');
  if (query == std::string::npos) return {};
  std::string schema;
  std::string kept;
  for (std::size_t at = query + 1; at < url.size();) {
    const std::size_t end = std::min(url.find('&', at), url.size());
    const std::string part = url.substr(at, end - at);
    if (part.starts_with(kSchemaParameter)) {
      schema = part.substr(kSchemaParameter.size());
    } else {
      kept += (kept.empty() ? "?" : "&") + part;
    }
    at = end + 1;
  }
  url = url.substr(0, query) + kept;
  return schema;
}

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

}  // namespace

Result<PostgresPlace> parse_postgres_url(std::string_view url) {
  PostgresPlace place;
  place.connection = std::string(url);
  const bool has_schema = url.find(kSchemaParameter) != std::string_view::npos;
  const std::string schema = take_schema(place.connection);
  char* message = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(place.connection.c_str(), &message));
  PQfreemem(message);  // It may quote the URL, which may have a password.
  const bool is_url = url.starts_with("postgresql://") || url.starts_with("postgres://");
  if (options == nullptr || !is_url) {
    return fail(ErrorCode::kInvalid, "the URL of the PostgreSQL database cannot be understood",
                "write it as postgresql://USER@HOST/DATABASE?schema=NAME");
  }
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string_view keyword = option->keyword;
    if (option->val == nullptr || (keyword != "password" && keyword != "sslpassword")) continue;
    return fail(ErrorCode::kInvalid, "the URL of the PostgreSQL database has a password in it",
                "take it out, and put it into ~/.pgpass, a service file (PGSERVICEFILE, "
                "?service=NAME) or the environment (PGPASSWORD)");
  }
  if (has_schema && !is_name(schema)) {
    return fail(ErrorCode::kInvalid, "the name of the schema cannot be used",
                "use small letters, digits and _, at most 63, for example ?schema=cycling");
  }
  if (!schema.empty()) place.schema = schema;
  place.shown = std::string(url);
  return place;
}

}  // namespace porthole::repository
