#pragma once

/// The tables of a repository in PostgreSQL: makes them, and migrates older ones. The version in
/// the table meta is that of SQLite's tables of the same content (repository/sqlite/migrations.h).
///
/// Private to repository/. Thread safety: as Database.

#include "base/result.h"
#include "repository/postgres/postgres_database.h"

namespace porthole::repository {

/// The version of schemas/sql/postgres.sql.
inline constexpr int kPostgresVersion = 8;

/// 0 if the schema has no tables, or is not there. Errors: kStorage if its tables are another
/// program's, or have a version that this one does not read.
Result<int> postgres_version(PostgresDatabase& database);

/// False if reason_name() lacks the reasons of this program.
Result<bool> knows_all_reasons(PostgresDatabase& database);

/// Makes the schema with all tables, or migrates it from `version`. Errors: kPermission, kStorage.
Result<void> prepare_postgres(PostgresDatabase& database, int version);

}  // namespace porthole::repository
