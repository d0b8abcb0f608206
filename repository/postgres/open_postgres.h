#pragma once

/// Opens the database of a repository in PostgreSQL.
///
/// In:  a place, the access.
/// Out: a connection to tables of the newest version. For kWrite it holds the lock of the schema.
///
/// Private to repository/. Thread safety: one call a thread.

#include <chrono>
#include <memory>

#include "base/result.h"
#include "repository/postgres/postgres_database.h"
#include "repository/postgres/postgres_schema.h"

namespace porthole::repository {

/// Errors: those of open_postgres() (repository/open_repository.h).
Result<std::unique_ptr<PostgresDatabase>> open_postgres_database(
    const PostgresPlace& place, Access access, SchemaSteps steps = postgres_steps());

/// The same for one of several gatherers: the lock of the schema is shared with the others.
/// `limit`: of a transaction in which nothing happens. Who writes calls start_writing().
Result<std::unique_ptr<PostgresDatabase>> open_postgres_together(const PostgresPlace& place,
                                                                 std::chrono::milliseconds limit);

/// How long a transaction of a gatherer whose leases have this term may be idle: one that was
/// stopped in a transaction keeps others from their own for no longer.
std::chrono::milliseconds idle_limit(std::chrono::milliseconds term);

}  // namespace porthole::repository
