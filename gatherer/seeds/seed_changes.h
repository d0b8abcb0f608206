#pragma once

/// The seeds of a collection: what became of each, and which are added and removed, for the command
/// line and the console.
///
/// In:  a collection, read after the last change of its specification.
/// Out: the list; a changed porthole.xml, and seeds in the queue that could not be fetched before.
///
/// Thread safety: one thread; who changes seeds holds a collection::EditLock.

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"

namespace porthole::gatherer {

struct ListedSeed {
  std::string url;
  std::string file;    ///< The file of seeds that names it; "" for porthole.xml.
  std::string state;   ///< "new", "queued", "fetched", "alias", "dropped".
  std::string reason;  ///< Why it was dropped, or waits to be tried again; "" for none.
};
/// In the order of the specification. Errors: the repository's.
Result<std::vector<ListedSeed>> list_seeds(const collection::Collection& collection);

struct AddedSeeds {
  std::vector<std::string> fresh;         ///< Seeds that the collection did not have.
  std::vector<std::string> queued_again;  ///< Seeds that could not be fetched before.
  std::vector<std::string> removed;       ///< URLs that `porthole remove` excluded.
  std::size_t known = 0;                  ///< Seeds that were there already.
  std::vector<Error> bad;                 ///< One for each that is not usable.
  std::size_t all = 0;                    ///< Seeds of the collection now.
};
/// Adds those of `urls` that are usable and not there. The repository is opened for writing only
/// when a seed is queued again, since a crawl may be running. Errors: those of
/// edit_specification() and of the repository.
Result<AddedSeeds> add_seeds(const collection::Collection& collection,
                             const std::vector<std::string>& urls);

/// Takes seeds out of porthole.xml; their pages stay. Errors: those of collection::remove_seeds()
/// and edit_specification().
Result<void> remove_seeds(const collection::Collection& collection,
                          const std::vector<std::string>& urls);

}  // namespace porthole::gatherer
