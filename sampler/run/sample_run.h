#pragma once

/// Draws a sample of a collection's topic and says what it tells. The same call goes on where the last one ended.
///
/// In:  a collection; how to walk; what to compare with.
/// Out: DIR/samples/NAME with its journal and archive, and a report.
///
/// The run is walked from its start each time: what the journal has costs no fetch, and since all that is
/// random follows from the seed, the walks come by where they were (sampler/walk_run.h).
///
/// Thread safety: one thread; starts processes of its own that end with it.

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "sampler/run/sample_figures.h"
#include "sampler/run/sample_options.h"

namespace porthole::sampler {

/// `repository` is null when nothing was gathered. Errors: kIncomplete when there is nowhere to begin, or no contact for
/// the live web; kUsage for options that contradict each other or the sample that is there; those of the
/// parts.
Result<SampleReport> draw_sample(const collection::Collection& collection, repository::Repository* repository,
                                 const SampleOptions& options);

}  // namespace porthole::sampler
