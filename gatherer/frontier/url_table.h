#pragma once

/// Every URL of the collection, in memory: found by key, with its state, and what has changed since the
/// last commit.
///
/// In:  the repository's URLs at start, then URLs as links name them.
/// Out: ids, entries, and the rows to write.
///
/// The key itself is not kept: URLs are compared by a 128-bit hash of it (XXH3), of which two agree by
/// chance once in 10^20 crawls of a thousand million URLs.
///
/// Thread safety: one thread.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gatherer/fetch/drop_reason.h"
#include "gatherer/frontier/frontier.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::UrlRecord;
using repository::UrlState;

/// Gives small numbers to names, in order of first mention from 0.
class Names {
 public:
  std::uint32_t id_of(const std::string& name);
  const std::string& name(std::uint32_t id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<std::string> names_;
};

class UrlTable {
 public:
  /// The name of the queue that the URLs of a host[:port] wait in: the host itself unless said
  /// otherwise.
  using QueueOf = std::function<std::string(const std::string& host)>;
  explicit UrlTable(QueueOf queue_of = {}) : queue_of_(std::move(queue_of)) {}

  struct Entry {
    std::string href;
    HostId host = 0;          ///< Its queue, of hosts().
    std::uint32_t site = 0;   ///< Of sites().
    UrlId alias_of = 0;
    UrlId found_on = 0;
    UrlId duplicate_of = 0;
    std::uint64_t digest = 0;  ///< Of a fetched page: a hash of its digest.
    std::int64_t not_before = 0;
    double priority = 0;
    int hops = 0;
    int redirects = 0;
    int tries = 0;
    UrlState state = UrlState::kQueued;
    Held held = Held::kNo;
    bool seed = false;
    bool under_way = false;
    bool refreshing = false;  ///< Fetched, and to be fetched again.
    bool stale = false;       ///< Fetched, and its summary is known to be stale.
  };

  /// 0 when no URL has this key.
  UrlId find(std::string_view key) const;

  /// Adds a URL that find() does not know; its id is given out and it will be written.
  UrlId add(UrlRecord url);
  /// Takes up a URL from the repository. Requires: ids in order, each once.
  void restore(const UrlRecord& url);

  Entry& operator[](UrlId id) { return entries_[static_cast<std::size_t>(id - 1)]; }
  const Entry& operator[](UrlId id) const { return entries_[static_cast<std::size_t>(id - 1)]; }
  UrlId last() const { return static_cast<UrlId>(entries_.size()); }

  /// The URL that stands for `id`: itself, or the end of its aliases.
  UrlId standing_for(UrlId id) const;
  /// standing_for(), and from a copy on to its original.
  UrlId original(UrlId id) const;

  /// Moves `id` on; `reason` and `detail` are written with it. The code counts for a dropped URL
  /// alone.
  void change(UrlId id, UrlState state, DropReason reason = {}, std::string detail = {});
  /// Writes the entry as it is (hops, seed, ...). Only a reason that holds the URL back is kept.
  void touch(UrlId id);

  /// Moves all that has to be written into `batch`.
  void take_changes(repository::Batch& batch);

  /// The queue of a host[:port], of hosts().
  HostId queue_of(const std::string& host) {
    return hosts_.id_of(queue_of_ ? queue_of_(host) : host);
  }

  Names& hosts() { return hosts_; }
  const Names& hosts() const { return hosts_; }
  Names& sites() { return sites_; }
  const Names& sites() const { return sites_; }

 private:
  struct Hash {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Hash&) const = default;
  };
  struct Low {
    std::size_t operator()(const Hash& hash) const { return hash.low; }
  };
  static Hash hash_of(std::string_view key);
  Entry entry_of(const UrlRecord& url);
  static void write(const Entry& entry, UrlRecord& url, std::string reason, std::string detail);

  QueueOf queue_of_;
  std::vector<Entry> entries_;
  std::unordered_map<Hash, UrlId, Low> ids_;
  Names hosts_, sites_;
  std::vector<UrlRecord> added_;
  struct Change {
    UrlId id;
    std::string reason, detail;
  };
  std::vector<Change> changes_;
};

/// It may be fetched: it waits, or the strategy pruned it.
inline bool is_open(const UrlTable::Entry& entry) {
  return entry.state == UrlState::kQueued ||
         (entry.state == UrlState::kDropped && entry.held == Held::kThreshold);
}
/// It may come to that: open, or held back until a link that may be followed is found. What is said
/// with nofollow, or by a copy, is said all the same: it counts once another link leads there, in
/// this run or, replayed, in a later one.
inline bool is_rated(const UrlTable::Entry& entry) {
  return is_open(entry) || entry.held == Held::kNofollow || entry.held == Held::kCopy;
}

}  // namespace porthole::gatherer
