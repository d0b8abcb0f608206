#pragma once

/// Where a repository in PostgreSQL is: the database, and a schema in it.
///
/// In:  the URL of <storage>, for example postgresql://ann@db.a.org/crawls?schema=cycling.
/// Out: what libpq connects to.
///
/// Thread safety: plain data and a pure function.

#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole::repository {

struct PostgresPlace {
  std::string shown;       ///< The URL as it was given. It has no password.
  std::string connection;  ///< The same without `schema`: a connection string of libpq.
  std::string schema = "porthole";
};

/// Errors: kInvalid for a URL that libpq does not understand, for one that has a password, and for
/// a schema that is not a name of small letters, digits and `_`.
Result<PostgresPlace> parse_postgres_url(std::string_view url);

}  // namespace porthole::repository
