#pragma once

/// Copies a repository into another engine, or to another place.
///
/// In:  the place of a repository, and an empty one (or one that an earlier copy did not complete).
/// Out: the rows of each table, with a digest of both sides.
///
/// Both are locked as for writing. Each piece is a transaction that notes how far the copy is, so a
/// copy that was interrupted goes on where it ended.
///
/// Thread safety: one call a thread.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/open_repository.h"

namespace porthole::repository {

struct CopiedTable {
  std::string name;
  std::int64_t rows = 0;
  std::string digest_from;  ///< 32 hexadecimal digits, over all rows in the order of their keys.
  std::string digest_to;    ///< "" in a dry run.
};

struct CopyReport {
  std::vector<CopiedTable> tables;
  bool is_equal = false;           ///< All digests are.
  bool is_interrupted = false;     ///< `tables` is empty then.
  std::int64_t rows_before = 0;    ///< Rows that an earlier copy had written.
  std::int64_t cleaned_texts = 0;  ///< Texts with NUL or bytes that are not UTF-8, which PostgreSQL
                                   ///< does not take: these are U+FFFD there, and in the digests.
};

struct CopyOptions {
  bool dry_run = false;  ///< Counts and digests `from`; `to` is not opened.
  /// Called after each piece with the rows that were copied, and those that there are; false to
  /// stop.
  std::function<bool(std::int64_t, std::int64_t)> progress;
  /// Makes others use the copy, which is equal. Until then the same call goes on where it ended.
  std::function<Result<void>()> adopt = {};
};

/// Errors: kInvalid when `to` has URLs already, or was begun from another place; those of
/// open_repository().
Result<CopyReport> copy_repository(const StoragePlace& from, const StoragePlace& to,
                                   const CopyOptions& options);

}  // namespace porthole::repository
