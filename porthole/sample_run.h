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

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "porthole/sample_predicate.h"
#include "repository/repository.h"
#include "sampler/chi_square.h"
#include "sampler/recall.h"
#include "sampler/sample.h"
#include "sampler/statistics.h"
#include "sampler/walk_run.h"

namespace porthole::cli {

struct SampleOptions {
  std::string name;                  ///< Of the sample; "" = that of the walk.
  sampler::WalkOptions walk;
  std::uint32_t walks = 4;
  std::int64_t steps = 1000;         ///< Moves of each walk.
  std::int64_t fetches = 0;          ///< At most so many pages from the web in all; 0 = no limit.
  SampleTopic topic;
  std::vector<std::string> starts;   ///< URLs; empty: pages on topic of the repository, and the seeds.
  std::string link_file;
  bool repository_links = true;
  bool repository_pages = true;
  int judged_links = 3;              ///< Out-links of each page of the sample that are judged.
  std::string list;                  ///< A file of URLs to compare with; "" = none.
  bool fresh = false;                ///< Throws away what is there.
  const std::atomic<int>* stop = nullptr;
  struct Progress {
    std::int64_t moves = 0, moves_in_all = 0, read = 0, fetched = 0;
  };
  std::function<void(const Progress&)> progress;
};

struct NumberOf {
  std::string name;  ///< "out_degree".
  sampler::Interval value;
};
/// The value of a page that does not tell its language, topic, ...
inline constexpr const char* kUnknownValue = "unknown";
struct SharesOf {
  std::string name;  ///< "languages".
  std::size_t values = 0;  ///< Distinct.
  std::vector<sampler::ShareOfValue> shares;
};
/// How a sample lies to a list of URLs.
struct ListComparison {
  std::string file;
  std::size_t urls = 0;
  sampler::Interval missing;          ///< Share of the sample that is not in the list.
  sampler::ChiSquare domains;         ///< Top-level domains of the sample against those of the list.
};

struct SampleReport {
  std::string name, walk, predicate;
  std::string stop_reason;            ///< "steps", "fetches", "stuck", "interrupted".
  std::int64_t moves = 0, jumps = 0, returns = 0;
  std::int64_t on_topic = 0;          ///< Visits to pages on topic.
  std::size_t read = 0, fetched = 0;  ///< Pages in all; of them from the web.
  std::size_t visited = 0;            ///< Different pages that a walk stood on.
  std::size_t stuck_walks = 0;
  sampler::Sample sample;
  std::vector<std::string> urls;      ///< Of the sample, page by page.
  std::vector<NumberOf> numbers;
  std::vector<SharesOf> shares;
  std::optional<sampler::Recall> recall;  ///< Nothing without a repository, or with an empty sample.
  std::optional<ListComparison> list;
};

/// `repository` is null when nothing was gathered. Errors: kIncomplete when there is nowhere to begin, or no contact for
/// the live web; kUsage for options that contradict each other or the sample that is there; those of the
/// parts.
Result<SampleReport> draw_sample(const collection::Collection& collection, repository::Repository* repository,
                                 const SampleOptions& options);

/// Where the samples of a collection are kept.
std::filesystem::path samples_folder(const collection::Collection& collection);

}  // namespace porthole::cli
