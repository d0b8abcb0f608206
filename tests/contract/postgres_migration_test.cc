// Migration of PostgreSQL repositories of older versions to the schema of today.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

/// Tables, indexes, functions and triggers of a schema, without its name.
std::string description_of(const std::string& schema) {
  const auto one = [&](const std::string& select) {
    return testing::PostgresCluster::shared().psql(select + " ORDER BY 1, 2");
  };
  std::string all =
      one("SELECT table_name, column_name, data_type, is_nullable, coalesce(column_default, '')"
          " FROM information_schema.columns WHERE table_schema = '" +
          schema + "'") +
      one("SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = '" + schema + "'") +
      one("SELECT proname, prosrc FROM pg_proc WHERE pronamespace = '" + schema +
          "'::regnamespace") +
      one("SELECT c.relname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c"
          " ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND c.relnamespace = '" +
          schema + "'::regnamespace");
  for (std::size_t at = 0; (at = all.find(schema, at)) != std::string::npos;)
    all.erase(at, schema.size());
  return all;
}

TEST(PostgresMigrationTest, AMigratedRepositoryHasTheSchemaOfANewOne) {
  NEEDS_POSTGRES();
  const testing::TempDir folder;
  const std::filesystem::path older = folder / "older", fresh = folder / "fresh";
  for (const auto& file : {older, fresh}) ASSERT_TRUE(open_in_postgres(file, Access::kWrite));
  testing::PostgresCluster::shared().psql(
      "SET search_path = " + schema_of(older) + "; " + to_version_six(false) +
      "DROP TABLE page_visit; UPDATE meta SET value = '5' WHERE name = 'version'");
  ASSERT_NE(description_of(schema_of(older)), description_of(schema_of(fresh)));
  ASSERT_TRUE(open_in_postgres(older, Access::kWrite));
  const std::string found = description_of(schema_of(older));
  EXPECT_NE(found.find("page_change"), std::string::npos);
  EXPECT_EQ(found, description_of(schema_of(fresh)));
}

}  // namespace
}  // namespace porthole::repository
