#pragma once

/// Prunes the archive of a collection (archive/prune.h) and moves the places of its pages along.
///
/// In:  a collection with its repository, opened for writing; how many captures to keep.
/// Out: smaller files in the archive folder; what was dropped.
///
/// The capture that a page was read from is kept whatever the rule says. A kill at any time loses
/// nothing: each file is copied first, then the places are committed, then the old file is removed;
/// the next call finishes what was begun.
///
/// Thread safety: one thread.

#include <atomic>
#include <cstdint>
#include <functional>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"

namespace porthole::gatherer {

struct PruneOptions {
  std::int64_t keep = 1;                    ///< Newest captures of each URL, from 1.
  bool dry_run = false;                     ///< Only tell what would be dropped.
  const std::atomic<bool>* stop = nullptr;  ///< Checked after every file.
  std::function<void(std::int64_t done, std::int64_t of)> progress = nullptr;  ///< Bytes.
};

struct PruneReport {
  std::int64_t captures = 0;  ///< In the archive before.
  std::int64_t dropped = 0;
  std::int64_t bytes = 0;  ///< Size of the archive before.
  std::int64_t freed = 0;
  std::int64_t files = 0;  ///< Rewritten or removed.
};

/// Errors: kInvalid when the archive holds a file that is not a WARC file; those of archive/prune.h
/// and the repository. Files that were done before the error stay so.
Result<PruneReport> prune_archive(const collection::Collection& collection,
                                  repository::Repository& repository, const PruneOptions& options);

}  // namespace porthole::gatherer
