#pragma once

/// A PostgreSQL server of a test: a cluster in a temporary folder, reached by a Unix socket alone,
/// without fsync. It is ended with the test program.

#include <gtest/gtest.h>
#include <signal.h>

#include <memory>
#include <string>

#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

/// Ends a test as skipped where PostgreSQL is not installed.
#define NEEDS_POSTGRES()                                     \
  if (!::porthole::testing::PostgresCluster::is_installed()) \
  GTEST_SKIP() << "needs the Debian package postgresql"

class PostgresCluster {
 public:
  static bool is_installed();
  /// The one that the tests of a program share. Requires: is_installed().
  static PostgresCluster& shared();

  /// Makes and starts a cluster of its own, for tests that stop it.
  PostgresCluster();
  ~PostgresCluster();
  PostgresCluster(const PostgresCluster&) = delete;
  PostgresCluster& operator=(const PostgresCluster&) = delete;

  /// The URL of a schema of it.
  std::string url(const std::string& schema) const;
  /// Runs SQL with psql and returns what it prints: values without alignment.
  std::string psql(const std::string& sql) const;
  /// SIGQUIT: "immediate shutdown", as after a crash. SIGINT: "fast shutdown".
  void stop(int signal = SIGQUIT);
  /// Returns when it accepts connections.
  void start();

 private:
  TempDir folder_;
  std::unique_ptr<Program> server_;
};

}  // namespace porthole::testing
