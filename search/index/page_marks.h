#pragma once

/// How far an index had grown when a search began, as text that fits into a link: the last document of each
/// index in the order of their folders, "1200-311".
///
/// Thread safety: functions without state. This header is the room's own.

#include <xapian.h>

#include <string>
#include <string_view>
#include <vector>

#include "search/index/bounded_pages.h"

namespace porthole::search {

std::string mark_of(const std::vector<Xapian::Database>& indexes);

/// For indexes with these commits (search/index/commit.h). No limits when `mark` is none of as many.
LastDocuments read_mark(std::string_view mark, const std::vector<std::string>& commits);

}  // namespace porthole::search
