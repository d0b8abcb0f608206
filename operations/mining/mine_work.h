#pragma once

/// The work of `porthole mine`: classifies and distils a collection inside its database
/// (repository/mining/), or in arrays.
///
/// In:  a collection with its repository.
/// Out: the mining tables, and what they hold in all. The crawl's own tables are written by store_*
///      alone.
///
/// Thread safety: one thread.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/open_collection.h"
#include "repository/mining/mined_classes.h"
#include "repository/mining/mined_links.h"
#include "repository/mining/mining_database.h"
#include "repository/scores.h"

namespace porthole::operations {

/// Where the arithmetic is done.
enum class MineMethod {
  kArrays,  ///< In arrays in memory.
  kJoins,   ///< By joins: BulkProbe, figure 4.
  kProbes,  ///< classify: a record of the table blob for each term of each page.
};
const char* name_of(MineMethod method);

/// Bytes that arrays may take, or the cache of SQLite's tables.
inline constexpr std::size_t kMiningMemory = std::size_t{1} << 30;

struct MineOptions {
  std::optional<MineMethod> method;  ///< Empty: arrays if they fit, else what is best there.
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::int64_t pages)> progress;  ///< While terms are put into tables.
};

/// A topic over all pages.
struct MinedTopic {
  std::string path;
  std::int64_t best = 0;  ///< Pages whose best leaf it is.
  double expected = 0;    ///< Sum of Pr[topic given page].
};

struct MinedPages {
  MineMethod method = MineMethod::kArrays;
  std::int64_t pages = 0;
  std::int64_t relevant = 0;       ///< R(page) at least one half.
  double expected_relevant = 0;    ///< Sum of R.
  std::vector<MinedTopic> topics;  ///< Those with a page, the most expected first.
  std::vector<std::string> paths;  ///< Paths of all topics, by number.
};

struct MinedScores {
  MineMethod method = MineMethod::kArrays;
  repository::MinedGraph graph;
  repository::MinedRounds rounds;
  std::vector<repository::ScoreRecord> scores;  ///< By page.
  repository::ScoreScale scale() const {
    return {graph.rho, rounds.authority_scale, rounds.hub_scale};
  }
};

/// Fills the tables of terms and classes. Errors: kIncomplete without a taxonomy or a trained
/// classifier; kUnsupported for another classifier than naive Bayes, and for a method that does not
/// classify; those of the repository. Interrupted, the answer is empty.
Result<std::optional<MinedPages>> mine_classes(collection::OpenCollection& open,
                                               repository::MiningDatabase& database,
                                               const MineOptions& options);
/// Replaces the judgements of the repository by those of the tables; scores follow
/// (gatherer::settle_changes()).
Result<void> store_judgements(repository::MiningDatabase& database, const MinedPages& mined,
                              repository::Repository& repository);

/// Fills the tables of links and scores. Errors: kUnsupported for a method that does not distil.
Result<MinedScores> mine_scores(collection::OpenCollection& open,
                                repository::MiningDatabase& database, const MineOptions& options);

}  // namespace porthole::operations
