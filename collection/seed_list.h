#pragma once

/// Parses seeds given on the command line or in a file, and reports invalid ones.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::collection {

/// Reads the seeds of `file`: a URL a line; a # at the beginning of a line or after a space begins
/// a comment. Errors: kNotFound, kPermission, kTooLarge beyond 64 MiB.
Result<std::vector<Seed>> read_seed_file(const std::filesystem::path& file);

/// `text` as people paste it, with https:// before it where a host begins it: "www.example.org/a".
std::string with_scheme(std::string_view text);

struct SortedSeeds {
  std::vector<std::string> good;  ///< Serialised, each page once, in the order given.
  std::vector<Error> bad;         ///< One for each invalid seed, with file and line where known.
};

/// `schemes`: accepted schemes besides http and https.
SortedSeeds sort_seeds(const std::vector<Seed>& seeds, const std::vector<std::string>& schemes);

/// One for each seed of `specification` that a crawl does not use whatever it meets: no URL, of a
/// scheme without a protocol, or with a user name.
std::vector<Error> bad_seeds(const Specification& specification);

/// The URLs of `urls` that are not seeds of `specification` yet.
std::vector<std::string> seeds_not_in(const std::vector<std::string>& urls,
                                      const Specification& specification);

}  // namespace porthole::collection
