#pragma once

/// Where the walks of a sample begin.
///
/// Pages on topic of the repository, one of each site before the second of any, in an order drawn at random; then
/// the seeds. That the walks begin far apart is what lets their diagnostics tell whether they meet.
///
/// Source: Gelman et al. 2013, section 11.4 (starting points that are overdispersed). Thread safety: pure function.

#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "sampler/run/sample_options.h"
#include "repository/repository.h"

namespace porthole::sampler {

/// Hrefs, at most 200. Errors: kUsage for a start that is no URL; kIncomplete when there is none at all; the
/// repository's.
Result<std::vector<std::string>> sample_starts(const collection::Collection& collection,
                                               repository::Repository* repository, const SampleOptions& options);

}  // namespace porthole::sampler
