#pragma once

/// Seeds as a person gives them: on the command line or in a file, some of them mistyped.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::collection {

/// The seeds of `file`: a URL a line; what follows a # at the beginning or after a space is a
/// comment. Errors: kNotFound, kPermission, kTooLarge beyond 64 MiB.
Result<std::vector<Seed>> read_seed_file(const std::filesystem::path& file);

struct SortedSeeds {
  std::vector<std::string> good;  ///< Serialised, each page once, in the order given.
  std::vector<Error> bad;  ///< One for each seed that is no URL, with file and line where known.
};

/// `schemes`: those a collection takes besides http and https.
SortedSeeds sort_seeds(const std::vector<Seed>& seeds,
                       const std::vector<std::string>& schemes);

}  // namespace porthole::collection
