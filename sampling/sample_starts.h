#pragma once

/// Chooses the start pages of the walks.
///
/// Pages of the repository that are on the topic of the sample, one of each site before the second
/// of any, in an order drawn at random; then the seeds. Starts that are far apart let the
/// convergence diagnostics detect whether the walks mix.
///
/// Source: Gelman et al. 2013, section 11.4 (starting points that are overdispersed). Thread
/// safety: pure function.

#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "sampling/sample_options.h"

namespace porthole::sampling {

/// Hrefs, at most 200. Errors: kUsage for an invalid start URL; kIncomplete when there is none at
/// all; the repository's.
Result<std::vector<std::string>> sample_starts(const collection::Collection& collection,
                                               repository::Repository* repository,
                                               const SampleOptions& options,
                                               const SamplePredicate& predicate);

}  // namespace porthole::sampling
