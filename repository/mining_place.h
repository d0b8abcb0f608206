#pragma once

/// Where the mining tables of a repository are (repository/mining/): beside its own, so that a
/// crawl keeps its tables and their speed.
///
/// Thread safety: pure functions.

#include <filesystem>
#include <string>

#include "repository/open_repository.h"

namespace porthole::repository {

/// SQLite: `mining.db` in the folder of the repository's file.
inline std::filesystem::path mining_file(const StoragePlace& repository) {
  return repository.file.parent_path() / "mining.db";
}
/// PostgreSQL: the schema of the mining tables of the schema `repository`.
inline std::string mining_schema(const std::string& repository) { return repository + "_mining"; }

}  // namespace porthole::repository
