#pragma once

/// The web that a collection is gathered from, where that is a web in a box (<webbox> of the specification).

#include <memory>

#include "base/result.h"
#include "collection/collection.h"
#include "porthole/common.h"

namespace porthole::cli {

/// Serves the box on a free port of 127.0.0.1 and makes it the gateway of `collection`; the box closes when the
/// result is destroyed. Null for a collection of any other web. Nothing is downloaded; hub pages that the cache lacks are made.
///
/// Errors: those of labs::open_box(), with the command that fills the cache.
Result<std::shared_ptr<void>> open_web(collection::Collection& collection, const Common& common);

}  // namespace porthole::cli
