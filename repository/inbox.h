#pragma once

/// Inbox: links that other gatherers found into the buckets of this one.
///
/// In:  the buckets that are held.
/// Out: each link once, with its annotations, its target and its page. Its row stays until a batch
///      names it (SharedBatch::taken), so that a crash loses none.
///
/// Errors: those of Repository. Thread safety: one thread at a time. It has a connection of its
/// own.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "repository/bucket_lease.h"
#include "repository/open_repository.h"
#include "repository/records.h"

namespace porthole::repository {

class PostgresDatabase;

/// The page with a link, and the link.
struct InboxSource {
  UrlRecord url;
  Relevance relevance;
  bool relevant = false;
  std::string topic;
  std::optional<double> importance;
  bool is_copy = false;
  Link link;
};

/// The ids are the repository's.
struct InboxLink {
  std::int64_t row = 0;
  UrlRecord target;
  LinkNotice notice;
  bool was_loaded = false;            ///< Whoever read the links after note_loaded() has had it.
  std::optional<InboxSource> source;  ///< Absent for a redirect or a sitemap.
};

class Inbox {
 public:
  static Result<std::unique_ptr<Inbox>> open(const StoragePlace& place,
                                             const std::vector<HeldBucket>& held);
  ~Inbox();
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// The rows that wait now are marked InboxLink::was_loaded: their links are about to be loaded
  /// with all others.
  Result<void> note_loaded();
  /// The rows, at most `most`, that were not read before.
  Result<std::vector<InboxLink>> read(std::size_t most);

 private:
  Inbox(std::unique_ptr<PostgresDatabase> database, const std::vector<HeldBucket>& held);

  std::unique_ptr<PostgresDatabase> database_;
  std::string condition_;                    ///< For the buckets that are held.
  std::unordered_set<std::int64_t> read_;    ///< Rows that were read and stand there still.
  std::unordered_set<std::int64_t> loaded_;  ///< Those of note_loaded().
};

}  // namespace porthole::repository
