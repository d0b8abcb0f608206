#pragma once

/// StaticScore for a page that no word of a query has a part in. This header is the room's own.
///
/// Functional forms: Craswell, Robertson, Zaragoza, Taylor, "Relevance weighting for query
/// independent evidence", SIGIR 2005, section 4 (log and saturation); scores of hubs and
/// authorities fall by powers of ten, so that each power counts alike.

#include <xapian.h>

#include <memory>
#include <utility>

#include "search/index/page_table.h"

namespace porthole::search {

inline constexpr double kPowersOfTen = 4;
inline constexpr double kHalfway = 3;  // annotating sites

/// 1 + (log10 v - log10 highest) / kPowersOfTen, at least 0; 0 for kNoScore.
double power_law_score(double log10_value, double log10_highest);
/// n / (n + kHalfway).
double saturated_score(double count);

/// What each piece of evidence adds to the score of a page that has the most of it.
struct StaticScoreWeights {
  double relevance = 0;
  double authority = 0;
  double hub = 0;
  double recommendations = 0;
  double status = 0;
};

/// The sum of the evidence for each page.
///
/// Thread safety: one thread.
class StaticScore {
 public:
  /// `pages`: null for an index of which no evidence is known.
  StaticScore(std::shared_ptr<const PageTables> pages, const StaticScoreWeights& weights)
      : pages_(std::move(pages)), weights_(weights) {}

  /// From now on pages are those of `index`, one of the indexes of `pages`. The most that a page of
  /// it can have.
  double look_in(const Xapian::Database& index);
  double of(Xapian::docid page) const { return table_ == nullptr ? 0 : sum(table_->row(page)); }

 private:
  double sum(const PageRow& row) const;

  std::shared_ptr<const PageTables> pages_;
  StaticScoreWeights weights_;
  const PageTable* table_ = nullptr;
};

}  // namespace porthole::search
