#pragma once

/// Parses mutated documents as a crawl does: in sandbox processes, with all summarizers of this
/// build.
///
/// In:  a folder of documents, a seed, how many are wanted.
/// Out: their outcomes, by kind; the bytes of those that crashed a process.
///
/// Document i of a seed is always the same, whatever is read before it.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace porthole::testing {

struct MutationOptions {
  std::filesystem::path documents;
  std::uint64_t seed = 1;
  std::size_t first = 0;    ///< The number of the first document.
  std::size_t count = 200;  ///< 0 for each of the documents once.
  int workers = 2;
  std::filesystem::path worker_program{};  ///< "" for porthole-parser.
  std::string only{};                      ///< Only documents whose path has this in it.
};

/// A document that crashed its process.
struct Ended {
  std::size_t number = 0;
  std::string path;  ///< Of the document that was mutated.
  std::string why;
  std::string bytes;
};

struct MutationReport {
  std::size_t read = 0;
  std::map<std::string, std::size_t> statuses;  ///< "parsed", "fallback", "failed", ...
  std::map<std::string, std::size_t> reasons;   ///< Why not parsed, by its first words.
  std::vector<Ended> crashed;                   ///< By a signal, or out of memory.
  std::vector<Ended> over_limit;                ///< Stopped at a limit of CPU or time.
};

using MutationProgress = std::function<void(const MutationReport&)>;

/// Errors: throws std::runtime_error when there are no documents or no worker starts.
MutationReport read_mutated(const MutationOptions& options, const MutationProgress& progress = {});

}  // namespace porthole::testing
