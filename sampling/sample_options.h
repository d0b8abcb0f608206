#pragma once

/// Options of a sample.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "sampler/walk_run.h"
#include "sampling/sample_predicate.h"

namespace porthole::sampling {

struct SampleOptions {
  std::string name;  ///< Name of the sample; "" = that of the walk.
  sampler::WalkOptions walk;
  std::uint32_t walks = 4;
  std::int64_t steps = 1000;  ///< Moves of each walk.
  std::int64_t fetches = 0;   ///< Maximum number of fetches; 0 = unlimited.
  SampleTopic topic;
  std::vector<std::string> starts;  ///< URLs; empty: pages on the topic of the sample, the seeds.
  std::string link_file;
  int judged_links = 3;  ///< Out-links of each page of the sample that are judged.
  std::string list;      ///< A file of URLs to compare with; "" = none.
  bool fresh = false;    ///< Delete an existing sample first.
  const std::atomic<int>* stop = nullptr;
  struct Progress {
    std::int64_t moves = 0, moves_in_all = 0, read = 0, fetched = 0;
  };
  std::function<void(const Progress&)> progress;
};

/// Folder of a collection's samples.
std::filesystem::path samples_folder(const collection::Collection& collection);

}  // namespace porthole::sampling
