#pragma once

/// The web that a collection is gathered from, where that is a web in a box (<webbox> of the specification).

#include <memory>

#include "base/result.h"
#include "collection/collection.h"
#include "porthole/common.h"
#include "webbox/box.h"

namespace porthole::cli {

/// Opens the box on a port of 127.0.0.1 that is free, and makes it the gateway of `collection` while the result
/// lives. Null for a collection of any other web. Nothing is downloaded; hub pages that the cache lacks are made.
///
/// Errors: those of webbox::open_box(), with the command that fills the cache.
Result<std::unique_ptr<webbox::Box>> open_web(collection::Collection& collection, const Common& common);

}  // namespace porthole::cli
