#pragma once

/// The strategy and options of a collection's last run, which define its priorities.
///
/// Thread safety: any thread.

#include <memory>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/strategies/strategy.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// The strategy of the last run with the options of its command line; before any run, the
/// specification's.
///
/// Errors: those of the repository.
Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository);

/// That strategy with the state that the last run has stored; null if it no longer exists.
/// Errors: those of the repository.
Result<std::unique_ptr<Strategy>> stored_strategy(const collection::Specification& specification,
                                                  repository::Repository& repository);

}  // namespace porthole::gatherer
