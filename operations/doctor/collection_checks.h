#pragma once

/// Checks of `porthole doctor` on a collection: specification, rights, disk, lock, database,
/// archive, crawl, summaries, index.
///
/// Nothing is changed, and no lock is taken: a crawl or a server may work on the collection
/// meanwhile.
///
/// Thread safety: any thread.

#include <string>

#include "collection/collection.h"
#include "operations/doctor/finding.h"

namespace porthole::operations {

/// `folder` as the user typed it, for the commands in remedies. `whole`: reads the whole database
/// for damage.
Findings check_collection(const collection::Collection& collection, const std::string& folder,
                          bool whole);

}  // namespace porthole::operations
