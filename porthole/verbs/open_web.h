#pragma once

/// For the verbs that fetch pages: opens the web in a box (<webbox>) that a specification names,
/// and advises against root.

#include <memory>

#include "base/result.h"
#include "collection/collection.h"
#include "porthole/common.h"

namespace porthole::cli {

/// Serves the box on a free port of 127.0.0.1 and makes it the gateway of `collection`; destroying
/// the result closes the box. Null if the collection has no box. Nothing is downloaded; missing hub
/// pages are generated.
///
/// Errors: those of labs::open_box(), with the command that fills the cache.
Result<std::shared_ptr<void>> open_web(collection::Collection& collection, const Common& common);

/// Prints a note if `verb` runs as root: whoever gets out of a worker process then owns the
/// machine.
void advise_against_root(const char* verb, const collection::Collection& collection,
                         const Common& common);

}  // namespace porthole::cli
