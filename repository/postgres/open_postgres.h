#pragma once

/// Opens the database of a repository in PostgreSQL.
///
/// In:  a place, the access.
/// Out: a connection to tables of kPostgresVersion. For kWrite it holds the lock of the schema.
///
/// Private to repository/. Thread safety: one call a thread.

#include <memory>

#include "base/result.h"
#include "repository/postgres/postgres_database.h"

namespace porthole::repository {

/// Errors: those of open_postgres() (repository/open_repository.h).
Result<std::unique_ptr<PostgresDatabase>> open_postgres_database(const PostgresPlace& place,
                                                                 Access access);

}  // namespace porthole::repository
