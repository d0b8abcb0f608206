#pragma once

/// Alarms of a crawl: its relevance fell, its rate fell, it stands still, or sites give no pages
/// any more; each with what helps.
///
/// In:  the history of the crawl (stagnation.h) and its last pages.
/// Out: the alarms that hold now.
///
/// Relevance: means of 50 pages each, in the order of the crawl. Rate: the logarithm of the pages a
/// second of 50 pages each, of the run that is under way; pages since the last 50 count when they
/// have taken longer than usual already. Both by FallDetector (change_detector.h), over the last
/// 20,000 pages. Standing still: find_stagnation(); its test of the last 200 pages against all
/// before is left to `status`, since the detector is the one whose rate of false alarms is known.
///
/// Thread safety: functions without state.

#include <cstdint>
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

}  // namespace porthole::gatherer
