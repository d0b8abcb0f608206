#pragma once

/// Draws a sample of a collection's topic and reports on it. The same call resumes an unfinished
/// sample.
///
/// In:  a collection; options of the walks; data to compare with.
/// Out: DIR/samples/NAME with its journal and archive, and a report.
///
/// Each run replays the walks from their start: pages in the journal cost no fetch, and all
/// randomness follows from the seed, so the walks repeat their steps (sampler/walk_run.h).
///
/// Thread safety: one thread; starts processes of its own that end with it.

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "sampling/sample_figures.h"
#include "sampling/sample_options.h"

namespace porthole::sampling {

/// `repository` is null when nothing was gathered. Errors: kIncomplete when there is nowhere to
/// begin, or no contact for the live web; kUsage for options that contradict each other or the
/// sample that is there; those of the parts.
Result<SampleReport> draw_sample(const collection::Collection& collection,
                                 repository::Repository* repository, const SampleOptions& options);

}  // namespace porthole::sampling
