#pragma once

/// What tells one revision of one index from all others while Xapian matches, which shows an index
/// but not its folder.
///
/// Xapian's name of an index and number of a revision are not enough: a copied folder has both
/// until it changes, and both may be the same again when it has changed as often as the first. The
/// indexer gives each revision a name besides.
///
/// Thread safety: functions without state. This header is the room's own.

#include <xapian.h>

#include <string>
#include <vector>

namespace porthole::search {

/// Whether Xapian numbers the revisions of `index`: not of one on another machine, or of several
/// parts that another program made. Without a number two revisions may be named alike.
bool has_revision_number(const Xapian::Database& index);

/// Of the revision that `index`, a single one, has open. Throws Xapian::Error.
std::string revision_of(const Xapian::Database& index);
/// The same for each. Throws Xapian::Error.
std::vector<std::string> revisions_of(const std::vector<Xapian::Database>& indexes);

}  // namespace porthole::search
