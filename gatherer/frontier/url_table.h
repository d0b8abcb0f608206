#pragma once

/// UrlTable: the in-memory table of all URLs of a collection with their states; looks URLs up by
/// key, makes every change of them, and collects these changes for the next commit.
///
/// In:  the repository's URLs at start, or the bytes of a checkpoint (gatherer/restart); then URLs
///      as links name them.
/// Out: ids, entries, and the rows to write.
///
/// A million URLs must fit: an entry has 48 bytes, its key 24 (key_index.h), its text some 30
/// (base/text/front_coded_texts.h). docs/sizing.md has the figures.
///
/// Thread safety: one thread.

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/key_index.h"
#include "base/text/front_coded_texts.h"
#include "base/text/state_bytes.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/frontier.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::UrlEvent;
using repository::UrlRecord;
using repository::UrlState;
using repository::UrlStatus;

class UrlTable {
 public:
  /// The queue that the URLs of a host[:port] wait in (PoliteFetcher::queue_of()); 0 for all
  /// without it.
  using QueueOf = std::function<HostId(const std::string& host)>;
  /// The URLs of a site (its index in sites()) are this gatherer's; empty: all are.
  using Owns = std::function<bool(std::uint32_t site)>;
  explicit UrlTable(QueueOf queue_of = {}, Owns owns = {})
      : queue_of_(std::move(queue_of)), owns_(std::move(owns)) {}

  /// Numbers of URLs as UrlId; they fit 32 bits.
  struct Entry {
    double priority = 0;
    std::uint64_t digest = 0;      ///< Hash of the digest of a fetched page.
    std::uint32_t not_before = 0;  ///< Seconds since 1970.
    HostId host = 0;               ///< Its queue.
    std::uint32_t site = 0;        ///< Index in sites().
    std::uint32_t alias_of = 0;
    std::uint32_t found_on = 0;
    std::uint32_t duplicate_of = 0;
    int hops : 20 = 0;       ///< Links from the nearest seed; at most kMostHops.
    unsigned tries : 8 = 0;  ///< Requests until it was fetched or given up; at most kMostTries.
    bool seed : 1 = false;
    bool under_way : 1 = false;
    bool refreshing : 1 = false;  ///< Fetched, and due to be fetched again.
    bool stale : 1 = false;       ///< Fetched, and its summary is out of date.
    DropReason reason = DropReason::kNone;
    std::uint8_t redirects = 0;
    UrlState state = UrlState::kQueued;
    UrlStatus status() const { return {state, reason}; }
    /// not_before as a time; times after 2106 become 2106.
    WallTime resting_until() const { return WallTime{std::chrono::seconds{not_before}}; }
    void rest_until(WallTime time);
    /// Not asked for again at `now`. A time more than a week ahead is of a clock that was wrong.
    bool rests(WallTime now) const {
      return resting_until() > now && resting_until() <= now + std::chrono::weeks(1);
    }
    void count_try();
  };
  static constexpr int kMostTries = 255, kMostHops = (1 << 19) - 1;
  static_assert(sizeof(Entry) == 48);

  /// The id of the URL with this key; 0 if there is none.
  UrlId find(std::string_view key) const;

  /// Adds a URL that find() does not know, assigns its id and marks it to be written. Its state is
  /// the one after `event`: queued, or dropped for `reason`.
  UrlId add(UrlRecord url, UrlEvent event = UrlEvent::kAdmit,
            DropReason reason = DropReason::kNone);
  /// Adds a URL from the repository, whose ids follow each other from 1. False when this one does
  /// not: the repository is damaged then, and nothing changes.
  bool restore(const UrlRecord& url);
  /// The ids that URLs name are those of URLs. False: the repository is damaged.
  bool is_sound() const;
  /// Adds a URL that another gatherer has written, which find() does not know; returns its id here,
  /// whatever `url` has.
  UrlId adopt(const UrlRecord& url);

  const Entry& operator[](UrlId id) const { return entries_[static_cast<std::size_t>(id - 1)]; }
  UrlId last() const { return static_cast<UrlId>(entries_.size()); }
  /// The URL as a link had it, without fragment. Takes a fraction of a microsecond.
  std::string href(UrlId id) const { return hrefs_[static_cast<std::size_t>(id - 1)]; }

  /// The URL that `id` resolves to: itself, or the end of its chain of aliases.
  UrlId standing_for(UrlId id) const;
  /// standing_for(), and from a duplicate on to its original.
  UrlId original(UrlId id) const;

  /// Moves `id` to the state after `event` (repository/url_state.h), which is written with
  /// `detail`. Requires: the event applies to its state; else nothing changes.
  void apply(UrlId id, UrlEvent event, DropReason reason = DropReason::kNone,
             std::string detail = {});
  /// The URL has become a page, which has no summary yet.
  void fetched(UrlId id, std::string detail);
  /// Another gatherer, whose URL it is, has fetched it since it queued it, `hops` links from a
  /// seed. Nothing is written.
  void fetched_by_another(UrlId id, int hops);
  /// `target` stands for `id` from now on.
  void become_alias(UrlId id, UrlId target, DropReason reason);
  /// The URL is a seed whose fetch has failed, and is tried as if for the first time.
  void reseed(UrlId id);
  void make_seed(UrlId id);
  /// The URL is a seed beside those of the specification, whatever leads to it.
  void make_first(UrlId id);
  /// The summary of a fetched page no longer says all; nothing happens for any other URL.
  void mark_stale(UrlId id);
  /// Its rating; take_priorities() names it when it is another than before.
  void set_priority(UrlId id, double priority);

  // Changes that are written when the URL is touched, or moved to another state.
  void set_hops(UrlId id, int hops) { entry(id).hops = hops; }
  void count_try(UrlId id) { entry(id).count_try(); }
  void rest_until(UrlId id, WallTime time) { entry(id).rest_until(time); }
  /// Marks the entry to be written, with `detail`.
  void touch(UrlId id, std::string detail = {}) { record_change(id, std::move(detail)); }

  // Fields that are stored with pages, or known to a run alone.
  void restore_page(UrlId id, std::uint64_t digest, bool stale, UrlId duplicate_of);
  /// False if it had the same.
  bool set_digest(UrlId id, std::uint64_t digest);
  /// `original`: 0 for a page that equals none before it.
  void set_duplicate_of(UrlId id, UrlId original);
  void set_under_way(UrlId id, bool is_under_way) { entry(id).under_way = is_under_way; }
  void set_refreshing(UrlId id, bool is_due) { entry(id).refreshing = is_due; }

  /// Moves all pending rows into `batch`.
  void take_changes(repository::Batch& batch);
  /// The ratings that are others than the repository has.
  std::vector<std::pair<UrlId, double>> take_priorities();

  /// Writes the URLs as restore() makes them of the repository's rows: of what is stored with pages
  /// nothing. `host_of` names a host of a queue. Requires: no row is to be written, and no URL
  /// under way.
  void save(StateWriter& writer, const std::function<std::string(HostId)>& host_of) const;
  /// Replaces all URLs by those of save(). False, and the table is of no use, when the bytes cannot
  /// be those of save().
  [[nodiscard]] bool load(StateReader& reader);

  const StringInterner& sites() const { return sites_; }
  /// False for a URL that another gatherer fetches, which may share this one's crawl.
  bool is_own(UrlId id) const { return !owns_ || owns_((*this)[id].site); }

 private:
  Entry& entry(UrlId id) { return entries_[static_cast<std::size_t>(id - 1)]; }
  void append(const UrlRecord& url);
  static void write(const Entry& entry, UrlRecord& url, std::string detail);
  static Entry as_restored(Entry entry);
  void record_change(UrlId id, std::string detail);
  /// The row that is still to be written; null for a URL that was written or adopted.
  UrlRecord* find_added(UrlId id);

  QueueOf queue_of_;
  Owns owns_;
  std::deque<Entry> entries_;  ///< By id - 1, as the next two. Never copied to grow.
  FrontCodedTexts hrefs_;
  KeyIndex keys_;
  StringInterner sites_;
  std::vector<UrlRecord> added_;
  struct Change {
    UrlId id;
    std::string detail;
  };
  std::vector<Change> changes_;
  std::vector<UrlId> stale_;
  std::unordered_map<UrlId, double> priorities_;
};

/// True if the URL may be fetched: it is queued, or was pruned by the strategy.
inline bool is_open(const UrlTable::Entry& entry) {
  return entry.state == UrlState::kQueued || entry.reason == DropReason::kThreshold;
}
/// True if the URL is open, or held back until a followable link to it is found. Annotations of
/// nofollow links and of duplicates are recorded all the same: they count once another link leads
/// to the URL, in this run or, replayed, in a later one.
inline bool is_rated(const UrlTable::Entry& entry) {
  return is_open(entry) || entry.reason == DropReason::kNofollow ||
         entry.reason == DropReason::kCopy;
}

/// Finds pages that equal an earlier page of their site to the byte, by the hash of their digest.
///
/// Thread safety: one thread. Lifetime: the URL table outlives it.
class PageCopies {
 public:
  explicit PageCopies(UrlTable& urls) : urls_(urls) {}

  /// Takes up a page of an earlier run that is not a copy and does not count as gone.
  void restore(UrlId page) { first_.emplace(key_of(page), page); }
  /// The page that `page` equals; 0 when it is the first of its kind. Requires: Entry::digest.
  UrlId original_of(UrlId page);
  /// Lists the copies of each page, for page_gone().
  void list_copies();
  /// The first copy of a page that is gone stands for the other copies (repository/records.h,
  /// Batch::failures).
  void page_gone(UrlId page);

 private:
  std::uint64_t key_of(UrlId page) const { return urls_[page].digest ^ urls_[page].site; }

  UrlTable& urls_;
  std::unordered_map<std::uint64_t, UrlId> first_;  ///< By key_of().
  std::unordered_map<UrlId, std::vector<UrlId>> copies_;
};

}  // namespace porthole::gatherer
