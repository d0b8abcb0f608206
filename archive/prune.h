#pragma once

/// Prunes an archive: drops old captures of URLs that have newer ones, and gives their space back.
///
/// In:  an archive folder; how many captures of each URL to keep; the captures that its owner (a
///      repository) refers to.
/// Out: a plan; then, file by file, a copy without the captures that the rule drops.
///
///   Result<PrunePlan> plan = plan_prune(folder, rule);
///   for (const PrunedFile& file : plan->files) {
///     Result<MovedCaptures> moved = copy_kept(folder, file);
///     // The owner commits the new places.
///     remove_original(folder, file);
///   }
///
/// The copy of `NAME.warc.gz` is `NAME.pN.warc.gz`, N = 1, 2, ...; records are copied byte for
/// byte. Captures that `remove` blanked are dropped, too. The first record (warcinfo) stays. A file
/// of which nothing is left gets no copy.
///
/// A crash may leave a file and its copy side by side. discard_leftovers() removes the one that the
/// owner does not refer to; call it before plan_prune().
///
/// Thread safety: one thread at a time; nobody may be writing the archive.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "archive/place.h"
#include "base/result.h"

namespace porthole::archive {

struct PruneRule {
  std::int64_t keep = 1;   ///< Newest captures of each URL, from 1.
  std::set<Place> needed;  ///< Kept whatever the rule says.
  /// Where the archive ended at the last commit of its owner. That file is never removed, and stays
  /// as it is if it has records beyond that place.
  Place end;
  double least_share = 0.1;  ///< A file is rewritten if that share of its bytes is dropped.
};

/// A file that is to be rewritten.
struct PrunedFile {
  std::string name;
  std::int64_t size = 0;      ///< Bytes before.
  std::int64_t captures = 0;  ///< Dropped.
  std::int64_t bytes = 0;     ///< Dropped.
  /// The bytes [first, second) that are kept, in order; warcinfo first. Empty: nothing but warcinfo
  /// would be left, so the file goes.
  std::vector<std::pair<std::int64_t, std::int64_t>> kept;
};

struct PrunePlan {
  std::vector<PrunedFile> files;
  std::int64_t captures = 0;  ///< In all files of the archive.
  std::int64_t bytes = 0;     ///< Size of all its files.
};

/// New places of the captures of a rewritten file: each offset before, and after.
struct MovedCaptures {
  std::string from, to;   ///< Names of files; `to` is "" when the file goes.
  std::int64_t size = 0;  ///< Size of `to`.
  std::vector<std::pair<std::int64_t, std::int64_t>> offsets;
};

/// Reads the whole archive. A file that ends in the middle of a record stays as it is. Errors:
/// kInvalid for a file that is not a WARC file or whose captures are not compressed record by
/// record; kPermission, kStorage.
Result<PrunePlan> plan_prune(const std::filesystem::path& folder, const PruneRule& rule);

/// Writes the copy of a file and syncs it. Errors: kDiskFull, kPermission, kStorage, without a copy
/// then.
Result<MovedCaptures> copy_kept(const std::filesystem::path& folder, const PrunedFile& file);

/// Removes the file after its owner committed the new places. Errors: kPermission, kStorage.
Result<void> remove_original(const std::filesystem::path& folder, const PrunedFile& file);

/// Removes what an interrupted call left: of each file and its copy, the file if `is_used(copy)`,
/// else the copy. Returns the number of files removed. Errors: kPermission, kStorage.
Result<std::int64_t> discard_leftovers(const std::filesystem::path& folder,
                                       const std::function<bool(const std::string& file)>& is_used);

}  // namespace porthole::archive
