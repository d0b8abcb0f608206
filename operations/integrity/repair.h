#pragma once

/// Builds again what is damaged in a collection: summaries and index from the repository, the
/// repository from the archive.
///
/// In:  a collection, and what check_integrity() found in it.
/// Out: new parts in the place of damaged ones, which are set aside in DIR/damaged-DATE/ and never
///      deleted.
///
/// Each part is built beside the old one and then renamed, so that a process that is killed at any
/// moment leaves the old part or the new one; searches go on meanwhile.
///
///   DIR/repairing/   parts that are being built; removed at the next start
///   DIR/repaired/    a complete repository that is about to take its place
///
/// Thread safety: one thread.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/rebuild/rebuild.h"
#include "indexer/indexer.h"
#include "operations/integrity/integrity.h"
#include "operations/steps/step_watch.h"
#include "repository/open_repository.h"

namespace porthole::operations {

/// Parts to build again.
struct RepairPlan {
  bool repository = false, summaries = false, index = false;
  bool old_index_is_sound = false;  ///< Its pages stay as in any round (steps/index_round.h).
  bool empty() const { return !repository && !summaries && !index; }
};

/// `anew`: summaries and index are built again though they are sound.
RepairPlan plan_repair(const collection::Collection& collection, const Integrity& integrity,
                       bool anew);
/// A sentence for each part that is built again.
std::vector<std::string> in_words(const RepairPlan& plan);

struct RepairReport {
  gatherer::RebuildReport repository;
  std::int64_t summaries = 0;   ///< Made.
  std::int64_t documents = 0;   ///< In the index that was made.
  std::filesystem::path aside;  ///< Where damaged parts are; "" when none were set aside.
  bool stopped = false;
};

class Repair {
 public:
  Repair(const collection::Collection& collection, StepWatch watch);

  /// Ends what a killed repair left: a complete repository takes its place. Returns whether there
  /// was one. Errors: kBusy when another process works on the collection; those of replace.h.
  Result<bool> finish_earlier();

  /// Errors: kBusy; kIncomplete without an archive to build a repository from; those of
  /// rebuild_repository(), summarize_stale() and update_index().
  Result<RepairReport> run(const RepairPlan& plan);

 private:
  Result<void> build_repository();
  /// All pages need a new summary.
  Result<void> mark_summaries();
  /// Those that pages need.
  Result<void> make_summaries();
  Result<void> build_index(bool old_is_sound);
  std::filesystem::path building() const { return collection_.folder() / "repairing"; }

  const collection::Collection& collection_;
  const repository::StoragePlace storage_;
  const StepWatch watch_;
  const std::filesystem::path aside_;
  RepairReport report_;
};

}  // namespace porthole::operations
