#pragma once

/// Finds the place in a specification of a strategy, option or value that make_strategy() refuses.
///
/// In:  the error of make_strategy(), or of what calls it.
/// Out: the same error, with file, line and column when the specification has what is refused; an
///      error of the command line's strategy or options is unchanged.
///
/// Thread safety: functions without state.

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::gatherer {

Error placed_in(const collection::Specification& specification, Error error);

}  // namespace porthole::gatherer
