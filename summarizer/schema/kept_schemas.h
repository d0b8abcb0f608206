#pragma once

/// The schemas of the plug-ins that a collection was gathered with: kept in its folder "schemas", so
/// that its summaries are understood where the plug-ins are not installed.
///
/// Thread safety: all functions, any thread.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

/// A schema by the plain name of its file ("chess.rdfs").
struct Schema {
  std::string name;
  std::string rdfs;
};

/// Our words and those of the kept schemas, by name of the file. One that is damaged is left out
/// and, with `problems`, told of.
///
/// Errors: kStorage, kPermission when the folder cannot be read; that it is missing is none.
Result<Vocabulary> read_vocabulary(const std::filesystem::path& collection,
                                   std::vector<Problem>* problems = nullptr);

/// Keeps `schemas` beside those of before; one of the same name is replaced.
///
/// Errors: kStorage, kPermission, kDiskFull.
Result<void> keep_schemas(const std::filesystem::path& collection, const std::vector<Schema>& schemas);

}  // namespace porthole::summarizer
