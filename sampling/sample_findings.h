#pragma once

/// Computes the report of a sample: statistics of the topic's web, recall of the crawl, comparison
/// with a list.
///
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "sampler/sample.h"
#include "sampler/statistics.h"
#include "sampling/sample_pages.h"
#include "sampling/sample_predicate.h"

namespace porthole::sampling {

struct NumberOf {
  std::string name;  ///< "out_degree".
  sampler::Interval value;
};
/// Value of a page without a language, topic, ...
inline constexpr const char* kUnknownValue = "unknown";
struct SharesOf {
  std::string name;        ///< "languages".
  std::size_t values = 0;  ///< Distinct.
  std::vector<sampler::ShareOfValue> shares;
};
/// Comparison of a sample with a list of URLs.
struct ListComparison {
  std::string file;
  std::size_t urls = 0;
  sampler::Interval missing;   ///< Share of the sample that is not in the list.
  sampler::ChiSquare domains;  ///< Top-level domains of the sample against those of the list.
};

/// The effect of the classifier's errors on a sample (sampling/sample_run.cc).
struct ClassifierEffect {
  sampler::ClassifierErrors errors;
  std::optional<sampler::Interval> on_topic_links;     ///< Corrected.
  std::vector<SharesOf> shares;                        ///< As SampleReport::shares, bounded.
  std::vector<std::pair<std::string, double>> topics;  ///< Corrected, the largest first.
};

/// Why the walks of a sample ended.
enum class SampleStop : std::uint8_t { kSteps, kFetches, kStuck, kInterrupted };

/// "steps", "fetches", "stuck", "interrupted".
std::string_view name_of(SampleStop stop);

struct SampleReport {
  std::string name, walk, predicate;
  SampleStop stop_reason = SampleStop::kSteps;
  std::int64_t moves = 0, jumps = 0, returns = 0;
  std::int64_t on_topic = 0;          ///< Visits to pages on topic.
  std::size_t read = 0, fetched = 0;  ///< Pages read; of them fetched from the web.
  std::size_t visited = 0;            ///< Distinct pages visited by the walks.
  std::size_t stuck_walks = 0;
  sampler::Sample sample;
  std::vector<std::string> urls;  ///< URLs of the sample, page by page.
  std::vector<NumberOf> numbers;
  std::vector<SharesOf> shares;
  std::optional<sampler::Recall> recall;  ///< Empty without a repository, or with an empty sample.
  std::optional<ListComparison> list;
  std::optional<ClassifierEffect> classifier;  ///< Empty for other predicates, or if not known.
};

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
