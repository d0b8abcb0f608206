#include "gatherer/together/gather_together.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/share/lease_keeper.h"
#include "gatherer/share/share.h"
#include "repository/inbox.h"
#include "repository/shared_repository.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using repository::BucketLease;
using repository::HeldBucket;
using repository::StopReason;
using std::chrono::milliseconds;

constexpr milliseconds kShortestTerm = 1s;
constexpr int kMostTimesAway = 10;  // In a row.

Result<void> check(const repository::StoragePlace& place, const TogetherOptions& together) {
  if (!place.is_postgres()) {
    return fail(ErrorCode::kUsage, "several gatherers need a repository in PostgreSQL",
                "move it there: porthole migrate (docs/scale.md)");
  }
  if (together.term < kShortestTerm) {
    return fail(ErrorCode::kUsage, "a lease of less than a second cannot be kept",
                "write --lease 30s");
  }
  return {};
}

/// The budget of all runs of a gatherer: each of them is a run of gather().
class Allowance {
 public:
  explicit Allowance(const GatherOptions& options)
      : more_(options.more), duration_(options.duration) {}

  /// Sets what is left of it.
  Result<void> limit(GatherOptions& options, repository::Repository& repository) {
    if (duration_) {
      const auto past =
          std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - started_);
      options.duration = std::max(*duration_ - past, 1ms);
    }
    if (!more_) return {};
    TRY_AS(counts, repository.counts());
    options.pages = counts->fetched + *std::exchange(more_, std::nullopt);
    options.more.reset();
    return {};
  }

 private:
  std::optional<std::int64_t> more_;
  std::optional<milliseconds> duration_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

/// Opens anew while the server of the repository is restarted, for as long as a writer tries.
template <class Open>
auto patiently(const std::atomic<int>* stop, const Open& open) {
  constexpr auto kPatience = 60s, kPause = 1s;
  const auto begin = std::chrono::steady_clock::now();
  auto opened = open();
  while (!opened && opened.error().code == ErrorCode::kNetwork &&
         std::chrono::steady_clock::now() - begin < kPatience &&
         (stop == nullptr || stop->load() == 0)) {
    std::this_thread::sleep_for(kPause);
    opened = open();
  }
  return opened;
}

/// Crawls while the gatherer serves `served`.
Result<GatherReport> serve(const collection::Collection& collection, LeaseKeeper& keeper,
                           const std::vector<HeldBucket>& served, Allowance& allowance,
                           bool retries_seeds, GatherOptions& options) {
  const repository::StoragePlace place = collection::storage_of(collection);
  TRY_AS(repository, patiently(options.stop, [&] {
           return repository::open_shared(place, keeper.lease(), served);
         }));
  TRY_AS(inbox, patiently(options.stop, [&] { return repository::Inbox::open(place, served); }));
  TRY((*inbox)->note_loaded());
  TRY(allowance.limit(options, **repository));
  Share share(keeper, served, std::move(*inbox),
              {.retries_seeds = retries_seeds,
               .committed = [&] { return repository::committed_pages(**repository); }});
  options.share = &share;
  auto report = gather(collection, **repository, options);
  options.share = nullptr;
  if (!report) return report;
  TRY_AS(counts, (*repository)->counts());
  report->fetched = counts->fetched;
  report->relevant = counts->relevant;
  return report;
}

BucketLease::Leaving leaving_after(const Result<GatherReport>& report) {
  const bool is_over = report && (report->stop_reason == StopReason::kFrontierEmpty ||
                                  report->stop_reason == StopReason::kBudget);
  return is_over ? BucketLease::Leaving::kWithTheCrawl : BucketLease::Leaving::kAlone;
}

/// The server of the repository was restarted while a gatherer read it; a writer tries again by
/// itself.
bool was_away(const Result<GatherReport>& report, const std::string& repository) {
  return !report && report.error().code == ErrorCode::kNetwork && report.error().file == repository;
}

/// Runs, one after the other, until there is a reason to stop that is not other buckets.
Result<GatherReport> serve_until_done(const collection::Collection& collection, LeaseKeeper& keeper,
                                      GatherOptions& options) {
  Allowance allowance(options);
  bool retries_seeds = keeper.lease().came_first();
  GatherReport all;
  all.stop_reason = StopReason::kInterrupted;
  const std::string repository = collection::storage_of(collection).shown();
  for (int times_away = 0;;) {
    TRY_AS(served, keeper.serve(options.stop));
    if (served->empty()) return all;
    Result<GatherReport> report =
        serve(collection, keeper, *served, allowance, retries_seeds, options);
    if (!report && report.error().code == ErrorCode::kBusy && keeper.has_lost()) {
      log(LogLevel::kWarning, "gather",
          "other gatherers have taken sites of this one over; what it had not committed is left "
          "to them");
      continue;
    }
    if (was_away(report, repository) && ++times_away < kMostTimesAway) continue;
    if (!report) return report;
    times_away = 0;
    report->add_earlier(all);
    all = std::move(*report);
    retries_seeds = false;  // A change of buckets asks for no seed again.
    if (all.stop_reason != StopReason::kHandOver) return all;
  }
}

}  // namespace

Result<GatherReport> gather_together(const collection::Collection& collection,
                                     const TogetherOptions& together, GatherOptions options) {
  const repository::StoragePlace place = collection::storage_of(collection);
  TRY(check(place, together));
  TRY_AS(shares, collection::shares_of(collection));
  if (!shares->empty()) {
    return fail(ErrorCode::kUsage, "one of several gatherers takes no pages of other collections",
                "gather without --gatherer, or remove <shares> from the specification");
  }
  TRY(check_ready(collection.specification()));
  TRY_AS(keeper, LeaseKeeper::join(place.url, together.name, together.term));
  Result<GatherReport> report = serve_until_done(collection, **keeper, options);
  const Result<void> left = (*keeper)->leave(leaving_after(report));
  if (report && !left) return fail(left.error());
  return report;
}

}  // namespace porthole::gatherer
