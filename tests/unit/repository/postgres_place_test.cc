// The library for PostgreSQL; where a repository is, and how its SQL and texts are written.

#include <gtest/gtest.h>

#include <filesystem>

#include "repository/postgres/connection.h"
#include "repository/postgres/postgres_database.h"
#include "repository/postgres_engine.h"
#include "repository/sql/rows.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::repository {
namespace {

TEST(PostgresEngineTest, TheLibraryBesideTheProgramIsLoaded) {
  const auto engine = postgres_engine();
  ASSERT_TRUE(engine) << engine.error().to_string();
  EXPECT_TRUE((*engine)->library().starts_with("libpq "));
  EXPECT_EQ((*engine)->schema_of("postgresql:///a?schema=b").value(), "b");
}

TEST(PostgresEngineTest, AMissingLibraryNamesThePackageToInstall) {
  const testing::TempDir folder;
  const auto file = folder.path() / "postgresql.so";
  const auto missing = load_postgres_engine(file);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kInvalid);
  EXPECT_NE(missing.error().to_string().find("porthole-postgresql"), std::string::npos);
  testing::write_whole_file(file, "no library");
  const auto broken = load_postgres_engine(file);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kInvalid);
}

TEST(PostgresPlaceTest, TheSchemaIsTakenOutOfWhatLibpqConnectsTo) {
  const auto place = parse_postgres_url("postgresql://ann@db.test:5433/crawls?schema=cycling");
  ASSERT_TRUE(place) << place.error().to_string();
  EXPECT_EQ(place->schema, "cycling");
  EXPECT_EQ(place->connection, "postgresql://ann@db.test:5433/crawls");
  EXPECT_EQ(place->shown, "postgresql://ann@db.test:5433/crawls?schema=cycling");
  const auto between = parse_postgres_url("postgresql:///a?host=/run/x&schema=b&sslmode=require");
  ASSERT_TRUE(between) << between.error().to_string();
  EXPECT_EQ(between->connection, "postgresql:///a?host=/run/x&sslmode=require");
  EXPECT_EQ(parse_postgres_url("postgresql:///crawls")->schema, "porthole");
}

TEST(PostgresPlaceTest, APasswordIsRefusedWhereverItStands) {
  for (const char* url :
       {"postgresql://ann:secret@db.test/crawls", "postgresql://db.test/crawls?password=secret",
        "postgresql://db.test/crawls?schema=a&sslpassword=secret",
        "postgres://ann:secret@db.test"}) {
    const auto place = parse_postgres_url(url);
    ASSERT_FALSE(place) << url;
    EXPECT_EQ(place.error().to_string().find("secret"), std::string::npos);
    EXPECT_NE(place.error().message.find("password"), std::string::npos) << url;
  }
}

TEST(PostgresPlaceTest, WhatCannotBeUnderstoodIsNotRepeated) {
  for (const char* url :
       {"postgresql:ann:secret@db", "postgresql://ann:secret@[db/crawls",
        "postgresql://db/crawls?colour=secret", "postgresql://db/crawls?schema=Secret",
        "postgresql://db/crawls?schema=pg_secret", "postgresql://db/crawls?schema="}) {
    const auto place = parse_postgres_url(url);
    ASSERT_FALSE(place) << url;
    EXPECT_EQ(place.error().to_string().find("ecret"), std::string::npos) << url;
  }
}

TEST(PostgresPlaceTest, MarksOfParametersBecomeThoseOfPostgres) {
  EXPECT_EQ(with_dollars("a = ? AND b = ?"), "a = $1 AND b = $2");
  EXPECT_EQ(with_dollars("a = ?2 OR b = ?1"), "a = $2 OR b = $1");
  EXPECT_EQ(with_dollars("a = '?' AND b = ?"), "a = '?' AND b = $1");
}

TEST(PostgresPlaceTest, TextsThatPostgresDoesNotTakeAreCleaned) {
  std::string changed;
  EXPECT_EQ(storable("f\xC3\xBCr", changed), "f\xC3\xBCr");
  EXPECT_TRUE(changed.empty());
  EXPECT_EQ(storable(std::string_view("a\0b", 3), changed),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(storable("f\xFCr\xFF", changed), "f\xEF\xBF\xBDr\xEF\xBF\xBD");
}

}  // namespace
}  // namespace porthole::repository
