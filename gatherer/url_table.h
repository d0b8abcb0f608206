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

#include "gatherer/frontier.h"
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

/// Why a dropped URL may come back.
enum class Held : std::uint8_t {
  kNo,         ///< It may not, or it was not dropped.
  kThreshold,  ///< The strategy pruned it: until its rating rises.
  kNofollow,   ///< Only links with nofollow lead to it: until another does.
  kHops,       ///< Too far from the seeds: until a shorter way is found.
  kNoPage,     ///< Only shown as an image so far: until a link leads to it.
  kScope,      ///< The scope refused it: until the specification is changed.
  kSiteCap,    ///< Its site had all the pages that it may have: the same.
  kSitemap,    ///< It was read as a sitemap.
  kRemoved,    ///< porthole remove took it out: it does not come back.
  kUnread,     ///< It stands inside of a page, and was not read: until that page is read again.
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

  /// Moves `id` on; `reason` and `detail` are written with it.
  void change(UrlId id, UrlState state, std::string reason = {}, std::string detail = {});
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
/// It may come to that: open, or held back until a link without nofollow is found. What is said with nofollow is
/// said all the same: it counts once another link may be followed there, in this run or, replayed, in a later one.
inline bool is_rated(const UrlTable::Entry& entry) { return is_open(entry) || entry.held == Held::kNofollow; }

/// Reasons that the program itself looks at again; all others are only told.
inline constexpr const char* kReasonThreshold = "below threshold";
inline constexpr const char* kReasonNofollow = "nofollow";
inline constexpr const char* kReasonHops = "hop limit";
inline constexpr const char* kReasonNoPage = "no page";
inline constexpr const char* kReasonOutOfScope = "out of scope";
inline constexpr const char* kReasonRejected = "rejected by scope";
inline constexpr const char* kReasonSitemap = "sitemap";
inline constexpr const char* kReasonRemoved = "removed";
inline constexpr const char* kReasonSiteCap = "site cap";
inline constexpr const char* kReasonUnread = "member not read";

}  // namespace porthole::gatherer
