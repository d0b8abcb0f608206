#pragma once

/// Inbox: links that other gatherers found into the buckets of this one.
///
/// In:  the buckets that are held.
/// Out: each link once, with its annotations, its target and its page. Its row stays until a batch
///      names it (SharedBatch::taken), so that a crash loses none. Beside them, the states of the
///      strategies of others.
///
/// Errors: those of Repository. Thread safety: one thread at a time. It has a connection of its
/// own.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/bucket_lease.h"
#include "repository/open_repository.h"
#include "repository/records.h"

namespace porthole::repository {

/// The page with a link, and the link.
struct InboxSource {
  UrlRecord url;
  Relevance relevance;
  bool relevant = false;
  std::string topic;
  std::optional<double> importance;
  std::optional<std::int64_t> content_length;  ///< CrawlState::KnownPage::content_length.
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
  virtual ~Inbox() = default;
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// The rows that wait now are marked InboxLink::was_loaded: their links are about to be loaded
  /// with all others.
  virtual Result<void> note_loaded() = 0;
  /// The rows, at most `most`, that were not read before.
  virtual Result<std::vector<InboxLink>> read(std::size_t most) = 0;
  /// The states that gatherers other than `gatherer` have stored of this strategy, of those that
  /// have fetched pages since the last call, or since note_loaded().
  virtual Result<std::vector<std::string>> read_learned(int gatherer,
                                                        const std::string& strategy) = 0;

 protected:
  Inbox() = default;
};

}  // namespace porthole::repository
