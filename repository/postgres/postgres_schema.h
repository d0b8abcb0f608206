#pragma once

/// The tables of a repository in PostgreSQL: makes them, and migrates older ones.
///
/// Private to repository/. Thread safety: as Database.

#include "base/result.h"
#include "repository/postgres/postgres_database.h"
#include "repository/sql/migrations.h"

namespace porthole::repository {

/// Those that lead to the tables of schemas/sql/postgres.sql.
SchemaSteps postgres_steps();

/// 0 if the schema has no tables, or is not there. Errors: kStorage if its tables are another
/// program's; those of read_version().
Result<int> postgres_version(PostgresDatabase& database, SchemaSteps steps = postgres_steps());

/// False if reason_name() lacks the reasons of this program.
Result<bool> knows_all_reasons(PostgresDatabase& database);

/// Makes the schema with all tables, or migrates it from `version`. Errors: kPermission, kStorage.
Result<void> prepare_postgres(PostgresDatabase& database, int version, SchemaSteps steps);

}  // namespace porthole::repository
