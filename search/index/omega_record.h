#pragma once

/// What Omega's indexers keep of a page, so that an index which omindex made can be searched here.
/// This header is the room's own.
///
/// Form: lines of `name=value` (Xapian Omega, "Omega overview", "Database contents"): url, sample,
/// caption, type.

#include <optional>
#include <string_view>

#include "indexer/document_data.h"

namespace porthole::search {

/// Nothing when there is no URL in it.
std::optional<indexer::DocumentData> read_omega_record(std::string_view record);

}  // namespace porthole::search
