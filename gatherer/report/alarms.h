#pragma once

/// Alarms of a crawl: its relevance fell, its rate fell, it stands still, or sites give no pages
/// any more; each with what helps.
///
/// In:  the history of the crawl (stagnation.h) and its last pages.
/// Out: the alarms that hold now.
///
/// Relevance: means of 50 pages each, in the order of the crawl. Rate: the logarithm of the pages a
/// second of 50 pages each, of the run that is under way; pages since the last 50 count when they
/// have taken longer than usual already. Both by FallDetector (below), over the last
/// 20,000 pages. Standing still: find_stagnation(); its test of the last 200 pages against all
/// before is left to `status`, since the detector is the one whose rate of false alarms is known.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/report/index_sums.h"
#include "gatherer/report/stagnation.h"
#include "repository/repository.h"

namespace porthole::gatherer {

enum class AlarmKind : std::uint8_t {
  kRelevanceFell,
  kRateFell,
  kStandsStill,
  kPagesWithheld,
  kPagesKept,  ///< The index has pages that the last round would have taken out.
};
/// "relevance fell", "rate fell", "stands still", "pages withheld", "pages kept".
std::string_view alarm_name(AlarmKind kind);

struct Alarm {
  AlarmKind kind = AlarmKind::kRelevanceFell;
  std::string what;                   ///< A sentence for people.
  std::vector<std::string> remedies;  ///< For people at a terminal.
  std::string mark;                   ///< The topic to mark good; "" if that would not help.
  std::string strategy;               ///< The strategy to crawl on with; "" for none.
  std::string work = {};              ///< The console's work that helps; "" for none.
};

/// A host that sends something else in the place of pages.
struct WithheldPages {
  std::string host;
  repository::DropReason reason = repository::DropReason::kNone;
  std::int64_t stored = 0;  ///< Pages of the collection, which stay as they were.
  std::int64_t never = 0;   ///< URLs that were never had.
};

/// The hosts whose answers say nothing of the pages that were asked for, most pages first: those
/// with a challenge, and those with kLeastWithheld pages that were refused. Errors: those of the
/// repository.
Result<std::vector<WithheldPages>> read_withheld(const collection::Collection& collection);
inline constexpr std::int64_t kLeastWithheld = 3;
/// Requires: there are some. `folder` as in find_stagnation().
Alarm alarm_of_withheld(const std::vector<WithheldPages>& hosts, const std::string& folder);

struct FetchedPages {
  struct Page {
    WallTime at{};
    double relevance = 0;
  };
  std::vector<Page> pages;  ///< The last ones, in the order of the crawl.
  std::vector<WithheldPages> withheld = {};
  std::optional<IndexSums> index = {};  ///< The last round of the index.
  WallTime run_started{};               ///< When the run began that is under way; {} if none is.
};

/// Errors: those of the repository.
Result<FetchedPages> read_fetched(const collection::Collection& collection,
                                  repository::Repository& repository);

/// `folder` as in find_stagnation().
std::vector<Alarm> find_alarms(const CrawlHistory& history, const FetchedPages& fetched,
                               WallTime now, const std::string& folder);

/// [{"kind", "what", "remedies", "mark", "strategy", "work"}].
nlohmann::ordered_json alarms_as_json(const std::vector<Alarm>& alarms);

/// The floor of free space that the last run was told to keep (--keep-free), for who looks at the
/// collection while no run tells them: the number in DIR/keep-free, which is there only where a run
/// named a floor. Bytes; empty: the default of DiskRoom (disk_room.h).
std::optional<std::int64_t> noted_keep_free(const std::filesystem::path& folder);

/// Notes the floor of this run. On a disk without room for it nothing is noted.
void note_keep_free(const std::filesystem::path& folder, std::optional<std::int64_t> bytes);

/// FallDetector: tells when the mean of a series has fallen, beyond what its noise explains.
///
/// In:  values one after another, such as means of the relevance of 50 pages each.
/// Out: whether the mean is below that of the values before, and since which value.
///
/// It is a self-starting CUSUM: neither mean nor deviation of the series has to be known. With mean
/// m and standard deviation s of the n - 1 values before the n-th,
///
///   T_n = (x_n - m) / s * sqrt((n - 1) / n)           Student's t with n - 2 degrees of freedom
///   U_n = sign(T_n) (8 v + 1) / (8 v + 3) sqrt(v ln(1 + T_n^2 / v)),  v = n - 2    normal, nearly
///   S_n = max(0, S_{n-1} - U_n - k)                   alarm while S > h
///
/// with k = 1/2 and h = 8, which finds a fall by two deviations after about five values. Where the
/// values are independent and normal, a false alarm comes once in about 19,000 values (Siegmund's
/// approximation of the average run length; a test simulates it). Values that depend on each other,
/// as pages of one site do, make more of them. During an alarm m and s stay as they were before;
/// it ends when S is below h / 2 again, and S is at most h + 4, so that this takes some twenty
/// values.
///
/// Source: Page, "Continuous inspection schemes", Biometrika 41, 1954; Hawkins, "Self-starting
/// CUSUM charts for location and scale", The Statistician 36, 1987; Wallace, "Bounds on normal
/// approximations to Student's and the chi-square distributions", Annals of Mathematical Statistics
/// 30, 1959 (U); Siegmund, "Sequential Analysis", 1985, section 2.6. The eight values before the
/// first that counts, and the end of an alarm, are ours.
class FallDetector {
 public:
  /// The standard deviation counts as at least `least_deviation` > 0, so that a series that does
  /// not vary at all raises no alarm at its first small change.
  explicit FallDetector(double least_deviation) : least_deviation_(least_deviation) {}

  void add(double value);

  bool has_fallen() const { return is_alarm_; }
  /// During an alarm: values before the fall, by the place at which S last left 0 (Page 1954).
  std::size_t before() const { return last_zero_; }
  /// The mean of the values that count as usual.
  double usual() const { return mean_; }

 private:
  double normal_score(double value) const;
  void learn(double value);

  double least_deviation_;
  std::size_t values_ = 0;   // all
  std::size_t learned_ = 0;  // those that mean_ and squares_ hold
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations (Welford)
  double sum_ = 0;      // S
  std::size_t last_zero_ = 0;
  bool is_alarm_ = false;
};

}  // namespace porthole::gatherer
