#pragma once

/// Commit mark: stores, in the archive folder, where the archive ended at its newest commit.
///
/// The owner of an archive (a repository, the journal of a sample) commits the same place.
/// Comparing the two distinguishes a crash from a restored copy: records beyond the owner's place
/// were never committed when the mark is not beyond it either, and were committed by a newer copy
/// when it is.
///
///   FOLDER/committed   "NAME OFFSET" and spaces, always of one size: overwritten in place
///
/// The mark is set after each commit. The first one is synced, later ones are not: a crash or a
/// power loss may leave it older than the owner's place, never newer and never without a place.
/// Private to archive/.
///
/// Thread safety: one thread at a time.

#include <filesystem>
#include <optional>

#include "archive/file.h"
#include "archive/place.h"
#include "base/result.h"

namespace porthole::archive {

class CommitMark {
 public:
  /// Reads the mark of the archive in `folder`.
  /// Errors: kPermission, kStorage.
  static Result<CommitMark> read(const std::filesystem::path& folder);

  /// The committed place; empty when there is no readable mark.
  const std::optional<Place>& place() const { return place_; }

  /// Errors: kPermission, kDiskFull, kStorage.
  Result<void> set(const Place& place);

 private:
  explicit CommitMark(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  File file_;  ///< Open from the first set() on.
  std::optional<Place> place_;
};

}  // namespace porthole::archive
