#pragma once

/// JudgedWeb: a generated web with the classifier that crawls judge its pages by, as a user would
/// have it: trained on examples of each topic, never on the truth.
///
/// In:  a generated web.
/// Out: judgements of its pages for any topic; crawls of it by any strategy.
///
/// The classifier is a linear SVM on title and text, trained on kExamples pages of each topic. The
/// importance that a judgement gives is a noisy estimate of the true one: .7 of the quantile and .3
/// of a random number (rank correlation .92).
///
/// Judgements are computed when they are asked for and kept: 4 bytes a page and topic.
/// Thread safety: one thread a web.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "gatherer/judge/page_judge.h"
#include "labs/comparison/compared_run.h"
#include "labs/comparison/oracle.h"
#include "labs/generated/dials.h"
#include "labs/generated/generated_web.h"
#include "topics/classify/trained_model.h"

namespace porthole::labs {

inline constexpr std::size_t kExamples = 30;  ///< A topic has fewer where it has fewer pages.
inline constexpr std::size_t kOwnWords = 5;   ///< Words that the user gives of a topic.

struct LabCrawl {
  std::string strategy;  ///< NAME:OPTION=VALUE:..., or "oracle".
  std::uint16_t topic = 0;
  std::vector<NodeId> seeds;
  std::size_t pages = 0;  ///< Budget, seeds among them.
  std::uint64_t random_seed = 1;
  bool words = true;  ///< False: links without URLs and annotations, pages without texts.
};

/// False for the strategies that crawl alike without words, which cost most of the time of a crawl.
bool reads_words(const std::string& strategy);

/// The pages fetched without the seeds, in order.
std::vector<NodeId> found_by(const LabCrawl& crawl, const std::vector<NodeId>& fetched);

class JudgedWeb {
 public:
  /// Errors: those of topics::train().
  static Result<JudgedWeb> train(GeneratedWeb web);

  const GeneratedWeb& web() const { return web_; }
  /// The examples of a topic in random order. Seeds are drawn from them.
  const std::vector<NodeId>& examples(std::uint16_t topic) const { return examples_[topic]; }
  bool is_on_topic(NodeId page, std::uint16_t topic) const { return web_[page].topic == topic; }

  double relevance(NodeId page, std::uint16_t topic) { return *probabilities(page, topic); }
  gatherer::Judgement judge(NodeId page, std::uint16_t topic);
  /// Pages in the order of fetching. Errors: those of read_strategy() and make_strategy().
  Result<std::vector<NodeId>> crawl(const LabCrawl& crawl);

  /// Pages on topic, without the seeds, that a crawl of these seeds and this budget finds by the
  /// oracle, as a mean over kLinkOrders random orders of the links of each page (which of several
  /// pages on topic it takes first decides what it gets to see); and at the ceiling (ceiling_of()).
  struct Bounds {
    double oracle = 0, ceiling = 0;
  };
  Bounds bounds(const LabCrawl& crawl);

  /// The same as a record for figures_of() (comparison_figures.h), judged by the truth; and the
  /// sites with the largest sums of authority scores, at most kTopAuthorities. `run` as in
  /// ComparedRun.
  struct Record {
    ComparedRun run;
    std::vector<std::uint32_t> best_sites;  ///< Ascending.
  };
  Record record(const LabCrawl& crawl, const std::vector<NodeId>& fetched, int run);

 private:
  explicit JudgedWeb(GeneratedWeb web) : web_(std::move(web)) {}
  const float* probabilities(NodeId page, std::uint16_t topic);

  GeneratedWeb web_;
  std::unique_ptr<topics::TrainedModel> model_;
  std::vector<std::vector<NodeId>> examples_;  // by topic
  std::vector<float> probabilities_;           // by page and topic; below 0: not computed
  std::vector<std::uint32_t> hosts_;           // by page
};

// Draws: repeats an experiment on several webs of the same dials, for several topics of each.
//
// Draw i is topic i % topics of the web with the random seed first_seed + i / topics. Figures are
// reported for the seeds from kReportedSeeds on; options of strategies are chosen on the seeds
// from kTuningSeeds on, which no figure uses.
//
// Thread safety: run_draws() runs `experiment` in several threads at once, each with a web of its
// own.

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
