#pragma once

/// Draws a sample of a collection's topic and reports on it. The same call resumes an unfinished
/// sample.
///
/// In:  a collection; options of the walks; data to compare with.
/// Out: DIR/samples/NAME with its journal and archive, and a report.
///
/// Each run replays the walks from their start: pages in the journal cost no fetch, and all
/// randomness follows from the seed, so the walks repeat their steps (sampler/walk.h).
///
/// Thread safety: one thread; starts processes of its own that end with it.

#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "sampling/sample_findings.h"
#include "sampling/sample_predicate.h"

namespace porthole::sampling {

/// `repository` is null when nothing was gathered. Errors: kIncomplete when there is nowhere to
/// begin, or no contact for the live web; kUsage for options that contradict each other or the
/// sample that is there; those of the parts.
Result<SampleReport> draw_sample(const collection::Collection& collection,
                                 repository::Repository* repository, const SampleOptions& options);

// Chooses the start pages of the walks.
//
// Pages of the repository that are on the topic of the sample, one of each site before the second
// of any, in an order drawn at random; then the seeds. Starts that are far apart let the
// convergence diagnostics detect whether the walks mix.
//
// Source: Gelman et al. 2013, section 11.4 (starting points that are overdispersed).

/// Hrefs, at most 200. Errors: kUsage for an invalid start URL; kIncomplete when there is none at
/// all; the repository's.
Result<std::vector<std::string>> sample_starts(const collection::Collection& collection,
                                               repository::Repository* repository,
                                               const SampleOptions& options,
                                               const SamplePredicate& predicate);

}  // namespace porthole::sampling
