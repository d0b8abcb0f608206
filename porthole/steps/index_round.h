#pragma once

/// The pages that a round takes into an index and out of it: before + new - gone = after, by cause
/// and site.
///
/// In:  what the index has, the summaries, which pages are on topic.
/// Out: which pages stay although they are no longer on topic, or have no summary; the sums.
///
/// Nothing leaves in silence. A page that the index has stays while it is not clearly off topic
/// (topics/on_topic.h). A round that would take out more than half of the pages of a site (5 or
/// more), or more than a fifth of all (20 or more), keeps them, says so, and asks (--accept-loss):
/// so many pages leave at once by a mistake more often than not, of a server or of a topic. Pages
/// that the operator removed or ruled out leave at once, and so do those that their owner took out
/// (noindex, 410, robots.txt); the first of several pages that became one is not counted as lost.
///
/// Thread safety: one thread.

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "gatherer/report/topic_pages.h"
#include "indexer/indexer.h"
#include "repository/repository.h"

namespace porthole::cli {

enum class Loss {
  kAsk,     ///< A large loss is not taken.
  kAccept,  ///< It is (--accept-loss).
};

/// Pages of a site that leave, or stay only because so many would leave.
struct LeavingPages {
  std::string site;
  std::string cause;  ///< "off topic", "http 404", "a copy of another page"
  std::int64_t pages = 0;
  std::string example;           ///< One of their URLs.
  std::optional<double> mean;    ///< Off topic: mean relevance of the site,
  std::optional<double> needed;  ///< and what it needs.
  bool has_summary = false;      ///< They can be indexed again.
  std::int64_t site_pages = 0;   ///< The index had of the site.
};

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
};

/// "had 153, 1 new, 1 gone: 153 pages".
std::string sums_in_words(const IndexSums& sums);
/// "wiki.example, off topic: mean .079 of .088 (40 of the site before; https://wiki.example/)".
std::string in_words(const LeavingPages& pages);
/// A line for each site and cause: "34 pages left: wiki.example, off topic: mean .079 of .088".
/// `folder` as the user typed it.
std::vector<std::string> losses_in_words(const IndexSums& sums, const std::string& folder);
/// Members "before", "new", "gone", "after", "difference", "stay_near_topic", "left" and "kept"
/// (each [{"site", "cause", "pages", "example", "mean", "needed", "site_pages"}]).
nlohmann::ordered_json sums_as_json(const IndexSums& sums);

class IndexRound {
 public:
  /// Compares the index in `folder` with what it should have. Errors: the repository's; those of
  /// IndexedPages::read().
  static Result<IndexRound> plan(repository::Repository& repository,
                                 const gatherer::TopicPages& topic,
                                 const std::filesystem::path& folder, Loss loss);

  /// As the indexer will make it; `after` is not known yet.
  const IndexSums& sums() const { return sums_; }
  /// For the indexer. Lifetime: that of this object.
  void set(indexer::IndexOptions& options) const;
  /// The sums, when the indexer has run.
  IndexSums end(const indexer::IndexReport& report) &&;

 private:
  friend class RoundPlanner;
  indexer::TopicPages on_topic_;
  std::unordered_set<std::string> keep_;
  std::vector<std::string> take_out_;
  IndexSums sums_;
};

}  // namespace porthole::cli
