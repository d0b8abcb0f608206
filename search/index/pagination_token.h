#pragma once

/// How far an index had grown when a search began, as text that fits into a link: the last document
/// of each index in the order of their folders, "1200-311".
///
/// Thread safety: functions without state. This header is the room's own.

#include <xapian.h>

#include <string>
#include <string_view>
#include <vector>

#include "search/index/static_score_source.h"

namespace porthole::search {

std::string pagination_token(const std::vector<Xapian::Database>& indexes);

/// For indexes with these revisions (search/index/revision.h). No limits when `mark` is none of as
/// many.
LastDocuments parse_pagination_token(std::string_view mark,
                                     const std::vector<std::string>& revisions);

}  // namespace porthole::search
