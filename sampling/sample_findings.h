#pragma once

/// Computes the report of a sample: statistics of the topic's web, recall of the crawl, comparison
/// with a list.
///
/// Thread safety: one thread.

#include <vector>

#include "base/result.h"
#include "sampling/sample_figures.h"
#include "sampling/sample_options.h"
#include "sampling/sample_pages.h"

namespace porthole::sampling {

/// Draws, for each page of `sample`, SampleOptions::judged_links out-links to judge; the draw is
/// the same in each run. A page that is in the sample several times gets other links each time.
std::vector<std::vector<sampler::NodeId>> links_to_judge(const std::vector<sampler::NodeId>& sample,
                                                         SamplePages& pages,
                                                         const SampleOptions& options);

/// Fills in numbers, shares, recall and list. Errors: those of the repository and of the file of
/// URLs.
Result<void> add_findings(SampleReport& report, const SampleSources& sources, SamplePages& pages,
                          const SampleOptions& options);

}  // namespace porthole::sampling
