#pragma once

/// Reads the collections with which one shares its pages: <shares> of its specification.
///
/// In:  a collection whose specification the schema has accepted.
/// Out: the folders of the others, absolute.
///
/// Thread safety: one call a thread.

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"

namespace porthole::collection {

/// Errors: kInvalid with line and column where it names itself; those of reading the file. Empty
/// for a collection without one (Collection::of()).
Result<std::vector<std::filesystem::path>> shares_of(const Collection& collection);
/// The same of a specification in `file`.
Result<std::vector<std::filesystem::path>> shares_in(const std::filesystem::path& file);

}  // namespace porthole::collection
