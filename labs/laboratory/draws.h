#pragma once

/// Draws: repeats an experiment on several webs of the same dials, for several topics of each.
///
/// Draw i is topic i % topics of the web with the random seed first_seed + i / topics. Figures are
/// reported for the seeds from kReportedSeeds on; options of strategies are chosen on the seeds
/// from kTuningSeeds on, which no figure uses.
///
/// Thread safety: run_draws() runs `experiment` in several threads at once, each with a web of its
/// own.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "labs/generated/dials.h"
#include "labs/laboratory/judged_web.h"

namespace porthole::labs {

inline constexpr std::uint64_t kReportedSeeds = 1, kTuningSeeds = 1'001;

struct DrawOptions {
  std::size_t webs = 4, topics = 5;
  unsigned threads = 2;
  std::uint64_t first_seed = kReportedSeeds;
};

struct TopicDraw {
  std::size_t number = 0;
  std::uint16_t topic = 0;
};

/// Values by name and draw; not a number where none was set. Thread safety: set(), any thread.
class Series {
 public:
  explicit Series(std::size_t draws) : draws_(draws) {}
  void set(std::size_t draw, const std::string& name, double value);
  const std::vector<double>& operator[](const std::string& name) const;

 private:
  std::size_t draws_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::vector<double>> values_;
};

using Experiment = std::function<Result<void>(JudgedWeb& web, const TopicDraw& draw)>;

/// Errors: the first of those of GeneratedWeb::generate(), JudgedWeb::train() and the experiment.
Result<void> run_draws(const WebDials& dials, const DrawOptions& options,
                       const Experiment& experiment);

}  // namespace porthole::labs
