#pragma once

/// Checks an index for damage, and reads what it says of itself, without changing it.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::indexer {

struct IndexCheck {
  std::int64_t documents = 0;
  std::int64_t serial = 0;          ///< That of the last summary in it (repository/summaries.h).
  bool is_current = false;          ///< It has the version of this program.
  bool is_compared = false;         ///< It has digests of its files, which were compared with them.
  std::vector<std::string> faults;  ///< Files that differ; what Xapian reports, at most ten lines.
};

/// Reads the whole index twice: compares its files with their digests (index_digests.h), and lets
/// Xapian check it (Xapian::Database::check) in a child process, since some damage crashes Xapian
/// (child_process.h). Do not call it while the index is written.
/// Errors: kNotFound without an index; kPermission where a file of it may not be written, though
/// nothing is; kStorage when it cannot be opened at all, or no process can
/// be started.
/// Thread safety: any thread.
Result<IndexCheck> check_index(const std::filesystem::path& folder);

struct IndexState {
  std::int64_t documents = 0;
  std::int64_t serial = 0;     ///< That of the last summary in it (repository/summaries.h).
  bool has_off_topic = false;  ///< It was made with OffTopic::kTakeIn.
  bool is_current = false;     ///< It has the version of this program; another one is built anew.
};

/// Errors: kNotFound without an index; kStorage for a damaged one.
Result<IndexState> read_index_state(const std::filesystem::path& folder);

/// "Xapian 1.4.22".
std::string index_library();

}  // namespace porthole::indexer
