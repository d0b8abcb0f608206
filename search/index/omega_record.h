#pragma once

/// Reads the document data that Omega's indexers write, so that an index made by omindex can be
/// searched.
///
/// Form: lines of `name=value` (Xapian Omega, "Omega overview", "Database contents"): url, sample,
/// caption, type.

#include <optional>
#include <string_view>

#include "indexer/document_data.h"

namespace porthole::search {

/// Nothing for a record without a URL.
std::optional<indexer::DocumentData> read_omega_record(std::string_view record);

}  // namespace porthole::search
