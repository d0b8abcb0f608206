#pragma once

/// The way to the web that a specification names: recorded files, a gateway, or the live web under the
/// rules for addresses.

#include <memory>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// Errors: those of archive::RecordedWeb::open() and AddressPolicy::make(); kInvalid for a gateway that is
/// no URL; kIncomplete for a web in a box that nobody has opened.
Result<std::unique_ptr<Fetcher>> open_network(const collection::Specification& specification);

}  // namespace porthole::gatherer
