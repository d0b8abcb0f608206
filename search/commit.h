#pragma once

/// What tells one commit of one index from all others while Xapian matches, which shows an index but not its folder.
///
/// A copied folder has the same name until one of the two changes; until then what is known of the pages is the same,
/// too. Thread safety: functions without state. This header is the room's own.

#include <xapian.h>

#include <string>

namespace porthole::search {

/// Of the commit that `index`, a single one, has open. Throws Xapian::Error.
inline std::string commit_of(const Xapian::Database& index) { return index.get_uuid() + '/' + std::to_string(index.get_revision()); }

}  // namespace porthole::search
