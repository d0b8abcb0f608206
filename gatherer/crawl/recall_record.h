#pragma once

/// The recall file of a collection, DIR/recall.json: the last estimate of its recall, and the
/// sample that is being drawn for the next one.
///
/// The file is replaced whenever a generation of a sample is drawn, before any URL of it is
/// fetched, so that a run that was killed goes on with the same URLs. One that is missing or cannot
/// be understood counts as empty: the next sample begins anew.
///
/// Thread safety: pure functions.

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/records.h"
#include "sampler/frontier_recall.h"

namespace porthole::gatherer {

using repository::UrlId;

/// A site or topic of which pages are missing.
struct Lacking {
  std::string name;
  double pages = 0;  ///< Estimate.
};

/// An estimate of recall.
struct RecallEstimate {
  sampler::Interval recall;
  sampler::Interval missing;  ///< Relevant pages.
  double target = 0;
  bool reached = false;                ///< The target was, and the run ended.
  std::int64_t fetched = 0;            ///< Pages in the collection then.
  std::int64_t on_topic = 0;           ///< Relevant pages among them.
  std::size_t sampled = 0;             ///< URLs of the sample that were read.
  std::vector<Lacking> sites, topics;  ///< The largest first.
  std::size_t new_seeds = 0;           ///< URLs of these that became seeds.
};

struct RecallRecord {
  /// A relevant page of the sample.
  struct Hit {
    UrlId page = 0;
    std::size_t generation = 0;
    std::string topic;
  };
  std::int64_t samples = 0;  ///< Begun.
  // The sample that is under way: `drawn` is empty when there is none.
  std::vector<UrlId> drawn;                      ///< In random order.
  sampler::Generation generation;                ///< Theirs; only `known` is set.
  UrlId last = 0;                                ///< The last URL known when it was drawn.
  std::vector<sampler::Generation> generations;  ///< Earlier ones.
  std::vector<Hit> hits;                         ///< In the earlier ones.
  std::optional<RecallEstimate> estimate;        ///< The last one.
};

std::filesystem::path recall_file(const std::filesystem::path& collection_folder);

/// Errors: kPermission, kStorage when a file that is there cannot be read.
Result<RecallRecord> read_recall(const std::filesystem::path& file);
/// Errors: those of collection::replace_file().
Result<void> write_recall(const std::filesystem::path& file, const RecallRecord& record);

/// The members "recall" and "missing" (each with "estimate", "low", "high"), "target", "reached",
/// "fetched", "on_topic", "sampled", "sites", "topics" (each [{"name", "pages"}]), "new_seeds".
nlohmann::ordered_json recall_as_json(const RecallEstimate& estimate);

}  // namespace porthole::gatherer
