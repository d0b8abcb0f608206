#pragma once

/// Identifies the revision of an index, as a string that no other revision of any index has.
///
/// The UUID and revision number of Xapian are not unique: a copied folder has the same, and may
/// reach the same number again after changes of its own. The indexer therefore stores a random name
/// with each commit (kMetaCommit).
///
/// Thread safety: any thread.

#include <xapian.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace porthole::search {

/// Whether Xapian numbers the revisions of `index`. It does not for remote and sharded databases;
/// two of their revisions may have the same name.
bool has_revision_number(const Xapian::Database& index);

/// The name of the revision that `index`, a single database, has open. Throws Xapian::Error.
std::string revision_of(const Xapian::Database& index);
/// The names for several databases. Throws Xapian::Error.
std::vector<std::string> revisions_of(const std::vector<Xapian::Database>& indexes);

/// Cheap check for a new index revision.
class RevisionWatch {
 public:
  explicit RevisionWatch(std::vector<std::filesystem::path> folders)
      : folders_(std::move(folders)) {}

  /// The newest revisions of all indexes; "" when one cannot be read or is not numbered.
  std::string newest();

 private:
  std::string look();

  const std::vector<std::filesystem::path> folders_;
  std::mutex mutex_;
  std::vector<Xapian::Database> indexes_;
};

}  // namespace porthole::search
