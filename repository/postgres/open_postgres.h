#pragma once

/// Opens the database of a repository in PostgreSQL; makes its tables, and migrates older ones.
///
/// In:  a place, the access.
/// Out: a connection to tables of the newest version. For kWrite it holds the lock of the schema.
///
/// Private to repository/. Thread safety: one call a thread.

#include <chrono>
#include <memory>

#include "base/result.h"
#include "repository/postgres/postgres_database.h"
#include "repository/sql/migrations.h"

namespace porthole::repository {

/// Migrations that lead to the tables of schemas/sql/postgres.sql.
SchemaSteps postgres_steps();

/// 0 if the schema has no tables, or is not there. Errors: kStorage if its tables are another
/// program's; those of read_version().
Result<int> postgres_version(PostgresDatabase& database, SchemaSteps steps = postgres_steps());

/// False if reason_name() lacks the reasons of this program.
Result<bool> knows_all_reasons(PostgresDatabase& database);

/// Makes the schema with all tables, or migrates it from `version`. Errors: kPermission, kStorage.
Result<void> prepare_postgres(PostgresDatabase& database, int version, SchemaSteps steps);

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
