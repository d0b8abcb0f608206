#pragma once

/// Digests of the files of an index. Xapian's format has none: a bit that flips in a term or a
/// document can leave an index that Xapian's own check finds sound, and that reads otherwise.
///
/// INDEX/porthole.digests (schemas/index_fields.md):
///
///   porthole index digests 1
///   e14e0a73-8302-4135-a93c-a0054b0dec2c 7          Xapian's UUID and revision of the index
///   54b4b8b1a0b9d0f3c1a7d1f0e6a5c2d9 docdata.glass   XXH3 (base/digest.h) and name, for each file
///
/// An index that is about to be changed loses them first, since Xapian writes blocks before the
/// commit that they belong to; it gets new ones when the run is at its end. So a process that is
/// killed between leaves an index without digests, and never one with wrong ones. Digests of
/// another revision, which an older version of this program leaves behind, count as none.
///
/// Thread safety: one thread writes, with the lock of the index; any thread compares.
/// Errors: std::filesystem::filesystem_error is thrown for a file that cannot be read or written,
/// Xapian::Error for an index whose revision cannot be read.

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace Xapian {
class Database;
}

namespace porthole::indexer {

struct DigestComparison {
  /// There are digests of the index as it is.
  bool is_compared = false;
  std::vector<std::string> faults;  ///< A sentence for each file that is not as it was written.
};

/// Reads all files of the index in `folder`, of which `index` is the newest revision, unless it has
/// no digests. An index that is changed meanwhile counts as one without, and so does one whose
/// comparison `stop` ended, which is read before each MiB.
DigestComparison compare_index_digests(const std::filesystem::path& folder,
                                       const Xapian::Database& index,
                                       const std::atomic<bool>* stop = nullptr);

/// Whether there are digests of the revision of `index`. Reads no other file.
bool has_index_digests(const std::filesystem::path& folder, const Xapian::Database& index);

/// Takes the digests away, for good when it returns.
void remove_index_digests(const std::filesystem::path& folder);

/// Writes those of the files as they are, atomically; false, and nothing is written, where `stop`
/// ended it, which is read before each MiB. Requires: all changes of `index` are committed.
bool write_index_digests(const std::filesystem::path& folder, const Xapian::Database& index,
                         const std::atomic<bool>* stop = nullptr);

}  // namespace porthole::indexer
