#pragma once

/// The strategy and options of a collection's last run, which define its priorities.
///
/// Thread safety: any thread.

#include "base/result.h"
#include "collection/specification.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// The strategy of the last run with the options of its command line; before any run, the
/// specification's.
///
/// Errors: those of the repository.
Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository);

}  // namespace porthole::gatherer
