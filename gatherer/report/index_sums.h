#pragma once

/// The sums of the last round of an index (operations/steps/index_round.h), by cause and site.
///
/// In:  the sums of a round; the file in the collection that keeps those of the last one.
/// Out: the same in words, as JSON, and as they were kept.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace porthole::gatherer {

/// Pages of a site that leave, or stay only because so many would leave.
struct LeavingPages {
  std::string site;
  std::string cause;  ///< "off topic", "http 404", "a copy of another page"
  std::int64_t pages = 0;
  std::string example;                          ///< One of their URLs.
  std::optional<double> mean = std::nullopt;    ///< Off topic: mean relevance of the site,
  std::optional<double> needed = std::nullopt;  ///< and what it needs.
  bool has_summary = false;                     ///< They can be indexed again.
  std::int64_t site_pages = 0;                  ///< The index had of the site.
};

/// Pages that the last round of an index took in and out: before + added - gone = after.
struct IndexSums {
  std::int64_t before = 0, added = 0, gone = 0, after = 0;
  std::string missing;             ///< The URL of the first new one.
  std::int64_t stay_near = 0;      ///< Not on topic, and not clearly off it.
  std::vector<LeavingPages> left;  ///< Most pages first.
  std::vector<LeavingPages> kept;  ///< The round would have taken them out.
  /// How many more (less: below 0) pages the index has than it should; 0, unless a run was stopped
  /// or a summary could not be read.
  std::int64_t difference() const { return after - (before + added - gone); }
  std::int64_t kept_pages() const;
  WallTime time{};  ///< When the round ended.
};

/// "had 153, 1 new, 1 gone: 153 pages".
std::string sums_in_words(const IndexSums& sums);
/// "wiki.example, off topic: mean .079 of .088 (40 of the site before; https://wiki.example/)".
std::string in_words(const LeavingPages& pages);
/// A line for each site and cause: "34 pages left: wiki.example, off topic: mean .079 of .088".
/// `folder` as the user typed it.
std::vector<std::string> losses_in_words(const IndexSums& sums, const std::string& folder);
/// Members "time", "before", "new", "gone", "after", "difference", "stay_near_topic", "left" and
/// "kept" (each [{"site", "cause", "pages", "example", "mean", "needed", "site_pages"}]).
nlohmann::ordered_json sums_as_json(const IndexSums& sums);

/// The command that takes out what a round has kept. `folder` as the user typed it.
std::string accept_loss(const std::string& folder);

/// Keeps the sums of the last round in the folder of a collection. Errors: kStorage, kPermission.
Result<void> keep_sums(const std::filesystem::path& folder, const IndexSums& sums);
/// Those that were kept; none before the first round, or where the file cannot be read.
std::optional<IndexSums> last_sums(const std::filesystem::path& folder);

}  // namespace porthole::gatherer
