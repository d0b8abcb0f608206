#pragma once

/// What a sample tells of the topic's web: statistics, the recall of the crawl, how it lies to another list.
///
/// Thread safety: one thread.

#include <vector>

#include "base/result.h"
#include "sampler/run/sample_pages.h"
#include "sampler/run/sample_figures.h"
#include "sampler/run/sample_options.h"

namespace porthole::sampler {

/// Of each page of `sample` the out-links that are to be judged: SampleOptions::judged_links drawn at random, the same in
/// each run. A page that stands in the sample several times has others each time.
std::vector<std::vector<sampler::NodeId>> links_to_judge(const std::vector<sampler::NodeId>& sample, SamplePages& pages,
                                                         const SampleOptions& options);

/// Fills in numbers, shares, recall and list. Errors: those of the repository and of the file of URLs.
Result<void> add_findings(SampleReport& report, const SampleSources& sources, SamplePages& pages,
                          const SampleOptions& options);

}  // namespace porthole::sampler
