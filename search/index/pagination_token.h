#pragma once

/// Pagination token: the last document id of each index at the time of the search ("1200-311"), so
/// that later result pages ignore new documents.
///
/// Thread safety: functions without state.

#include <xapian.h>

#include <string>
#include <string_view>
#include <vector>

#include "search/index/static_score_source.h"

namespace porthole::search {

/// The token for indexes in this state.
std::string pagination_token(const std::vector<Xapian::Database>& indexes);

/// `revisions`: of the indexes (search/index/revision.h), in the order of the token. No limits for
/// a token that is malformed or has another number of ids.
LastDocuments parse_pagination_token(std::string_view token,
                                     const std::vector<std::string>& revisions);

}  // namespace porthole::search
