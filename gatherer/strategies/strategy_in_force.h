#pragma once

/// By which strategy a collection was last gathered, and with which options: what its priorities mean, and what a
/// remark about them has to speak of.
///
/// Thread safety: any thread.

#include "base/result.h"
#include "collection/specification.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// That of the last run, the options of its command line among its own; before any run, the specification's.
///
/// Errors: those of the repository.
Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository);

}  // namespace porthole::gatherer
