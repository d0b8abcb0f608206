#pragma once

/// Words that a collection has, for one that it has not. This header is the room's own.
///
/// Thread safety: as Xapian::Database: one thread at a time.

#include <xapian.h>

#include <string>

#include "search/index/deadline.h"

namespace porthole::search {

/// The word nearest to `word`, which no page has: of titles and anchors one two edits away at most,
/// else of any text one that begins with the same two bytes and differs in a third of its letters
/// at most. Of equally near ones the more frequent. "" when there is none.
std::string near_word(const Xapian::Database& database, const std::string& word,
                      const Deadline& deadline);

}  // namespace porthole::search
