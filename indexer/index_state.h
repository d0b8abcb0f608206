#pragma once

/// Reads what an index says of itself, without changing it.

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace porthole::indexer {

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
