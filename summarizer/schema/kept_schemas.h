#pragma once

/// Stores the schemas of the plug-ins that a collection was gathered with in its folder "schemas",
/// so that its summaries can be read where the plug-ins are not installed.
///
/// Thread safety: all functions, any thread.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

/// A schema with its file name ("chess.rdfs").
struct Schema {
  std::string name;
  std::string rdfs;
};

/// The vocabulary of the built-in and the stored schemas, in order of file name. A damaged schema
/// is skipped and added to `problems`, if given.
///
/// Errors: kStorage, kPermission if the folder cannot be read; a missing folder is not an error.
Result<Vocabulary> read_vocabulary(const std::filesystem::path& collection,
                                   std::vector<Problem>* problems = nullptr);

/// Stores `schemas` beside the existing ones; one of the same name is replaced.
///
/// Errors: kStorage, kPermission, kDiskFull.
Result<void> keep_schemas(const std::filesystem::path& collection,
                          const std::vector<Schema>& schemas);

}  // namespace porthole::summarizer
