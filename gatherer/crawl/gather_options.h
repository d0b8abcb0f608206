#pragma once

/// The options of a crawl, its progress, and its report.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "collection/specification.h"
#include "gatherer/crawl/disk_room.h"
#include "gatherer/crawl/recall_record.h"
#include "gatherer/frontier/recrawl_values.h"
#include "gatherer/frontier/refresh_order.h"
#include "repository/records.h"

namespace porthole::gatherer {

class PageJudge;
class Share;
class SharedWeb;
class Strategy;

/// The requests of a run. A redirect is a request of its own, and so is each further try.
struct RequestCounts {
  std::int64_t pages = 0;  ///< For pages.
  /// Those of `pages` that brought neither a page nor the URL that a page has moved to.
  std::int64_t failures = 0;
  std::int64_t robots = 0;
  std::int64_t sitemaps = 0;

  RequestCounts& operator+=(const RequestCounts& other) {
    pages += other.pages;
    failures += other.failures;
    robots += other.robots;
    sitemaps += other.sitemaps;
    return *this;
  }
};

/// How the crawl goes, for people who wait.
struct Progress {
  std::int64_t fetched = 0;      ///< Pages in the collection.
  std::int64_t fetched_now = 0;  ///< Pages of this run.
  std::int64_t relevant = 0;
  std::int64_t budget = 0;  ///< 0 = none.
  RequestCounts requests;
  std::size_t queued = 0;
  int under_way = 0;  ///< Requests on the wire.
  std::chrono::milliseconds elapsed{0};
  std::string waiting_for;  ///< The cause of a pause; "" while the crawl runs.
};

/// The goal of a run that estimates its recall (recall_audit.h).
struct RecallGoal {
  double recall = 0.9;       ///< In (0, 1]: the run ends when the estimate is at least this.
  std::size_t sample = 200;  ///< Most URLs of a generation that are drawn.
  std::int64_t first = 200;  ///< Pages before the first sample, and the fewest between two.
  double growth = 0.25;      ///< Share of its size by which the collection grows between two.
};

/// A round of `update` (gatherer/frontier/round_plan.h): a refresh that asks first for the pages
/// that lead to new ones, and fetches the new ones that they lead to.
struct Round {
  std::optional<std::int64_t> known;  ///< Known pages that are asked for; absent: a twentieth.
};

/// Requests of a round, and their results.
struct RoundReport {
  std::int64_t known = 0;    ///< Pages that could be asked for.
  std::int64_t hosts = 0;    ///< Good ones, whose front pages, feeds and sitemaps were.
  std::int64_t entries = 0;  ///< Front pages and feeds that were asked for.
  std::int64_t entries_changed = 0;
  std::int64_t others = 0;  ///< Other known pages that were.
  std::int64_t others_changed = 0;
  std::int64_t fresh = 0;    ///< New pages that were fetched.
  std::int64_t no_room = 0;  ///< Others, for which the budget of new pages has no room.
};

struct GatherOptions {
  /// Pages (final 2xx documents) in the collection in all; overrides the specification's.
  std::optional<std::int64_t> pages;
  std::optional<std::int64_t> more;  ///< Pages beyond those that are there.
  std::optional<std::chrono::milliseconds> duration;
  std::string strategy;  ///< Overrides the specification's; its options then start empty.
  /// A collection whose crawl's weights this one begins with, if it has none of its own yet
  /// (warm_start.h); empty for none.
  std::filesystem::path warm = {};
  collection::NamedValues options;  ///< Added to the strategy's.
  std::uint64_t random_seed = 1;    ///< For strategies that draw at random.
  const Clock* clock = nullptr;     ///< The system's when null.
  SharedWeb* web =
      nullptr;  ///< Shared with other crawls of the same web; then nothing is archived.
  const PageJudge* judge = nullptr;  ///< In place of make_page_judge().
  /// Makes the strategy in place of make_strategy(); for strategies that only an experiment can
  /// have.
  std::function<std::unique_ptr<Strategy>()> own_strategy;
  /// Fetches again what was fetched this long ago or longer, and nothing else; `pages` does not
  /// count then, and `more` counts pages that are fetched again.
  std::optional<std::chrono::milliseconds> refresh = std::nullopt;
  /// The refresh is a round, by value: pages of that age are due; `pages` and `more` count new
  /// ones.
  std::optional<Round> round = std::nullopt;
  /// Which pages of a refresh come first; absent: as the specification says, or the best hubs.
  std::optional<RefreshOrder> refresh_order = std::nullopt;
  /// Goes on from a repository that is older than the archive, and leaves in the archive what that
  /// does not know.
  bool set_aside = false;
  /// Estimates recall while it runs, and ends (kRecall) when the goal is reached. Not with
  /// `refresh`.
  std::optional<RecallGoal> until_recall = std::nullopt;
  /// Bytes of the disk that the crawl leaves free: below, it waits (disk_room.h).
  std::optional<std::int64_t> keep_free = std::nullopt;
  AskDisk ask_disk = {};  ///< In place of the collection's disk; for tests.
  /// Null: this gatherer crawls alone. Else it is one of several, and does this part of the crawl;
  /// the repository is that of open_shared(). Not with `refresh`, `until_recall`. Lifetime: the
  /// run.
  Share* share = nullptr;
  int pages_at_once = 0;  ///< On the wire or being parsed; 0 = as many as is useful.
  /// 1 = finish what is in flight and stop; 2 = stop now. Set from a signal handler or another
  /// thread.
  const std::atomic<int>* stop = nullptr;
  std::function<void(const Progress&)> progress;  ///< Called a few times a second.
};

/// The event that URLs wait for after a run that reached its goal of recall.
inline constexpr std::string_view kAfterRecall = "a higher goal of recall, or a run without one";

/// A seed that could not be fetched, and what may help.
struct UnfetchedSeed {
  std::string url;
  repository::DropReason reason;
  std::string detail;  ///< "Could not resolve host: a.example"; may be empty.
  std::string remedy;
};

struct GatherReport {
  std::int64_t fetched = 0;  ///< Pages in the collection.
  std::int64_t fetched_now = 0;
  std::int64_t refreshed = 0;  ///< Fetched again in this run.
  RequestCounts requests;      ///< Those of this run.
  std::int64_t unchanged = 0;  ///< Those of them that their servers say have not changed.
  /// Pages of a refresh that did not answer as pages, by reason, most first
  /// (gatherer/crawl/refresh_failures.h).
  repository::ReasonCounts refresh_failures;
  std::int64_t gone = 0;  ///< Those of them that count as gone from now on: the index loses them.
  std::int64_t back = 0;  ///< Pages that counted as gone, and answered.
  std::optional<PredictedFreshness> freshness;  ///< After a refresh by value.
  std::optional<RoundReport> round;             ///< After a round.
  /// Pages of a refresh without an answer, in a run in which no server answered.
  std::int64_t not_counted = 0;
  /// Those of refresh_failures that say nothing of their pages, which stay as they were.
  std::int64_t withheld = 0;
  /// Pages of a refresh that were left out, since their hosts sent challenges or refusals.
  std::int64_t not_asked = 0;
  std::int64_t relevant = 0;  ///< Among `fetched`.
  double harvest_rate() const {
    return fetched == 0 ? 0 : static_cast<double>(relevant) / static_cast<double>(fetched);
  }
  /// The run ended since its goal of recall was reached.
  bool is_complete() const { return stop_reason == repository::StopReason::kRecall; }
  std::int64_t queued = 0;
  repository::ReasonCounts dropped;  ///< By reason, most first.
  repository::ReasonCounts aliases;  ///< Other names of a URL, by reason: redirects, twins.
  repository::StopReason stop_reason = repository::StopReason::kNone;
  /// The last estimate of a run with GatherOptions::until_recall.
  std::optional<RecallEstimate> recall;
  /// With GatherOptions::warm: the crawl began with those weights (true), or had its own (false).
  std::optional<bool> took_warm_weights;
  std::string remark;       ///< Strategy::remark().
  std::string waiting_for;  ///< Cause for people that URLs are still queued; "" when none are.
  std::vector<std::pair<std::string, std::string>>
      failed_seeds;                            ///< URL, reason: no URL, or out of scope.
  std::vector<UnfetchedSeed> unfetched_seeds;  ///< That could not be fetched.

  /// Adds what the rounds before this one, which is the last of a run, have fetched and asked for.
  void add_earlier(const GatherReport& rounds) {
    fetched_now += rounds.fetched_now;
    refreshed += rounds.refreshed;
    unchanged += rounds.unchanged;
    requests += rounds.requests;
    if (rounds.took_warm_weights) took_warm_weights = rounds.took_warm_weights;
  }
};

}  // namespace porthole::gatherer
