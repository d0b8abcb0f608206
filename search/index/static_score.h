#pragma once

/// Static score: the part of a score that does not depend on the query.
///
/// Functional forms: Craswell, Robertson, Zaragoza, Taylor, "Relevance weighting for query
/// independent evidence", SIGIR 2005, section 4 (log and saturation). Scores of hubs and
/// authorities fall by powers of ten, so their logarithm is used.

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

/// Weights of the components: the score of a page with the highest value of each.
struct StaticScoreWeights {
  double relevance = 0;
  double authority = 0;
  double hub = 0;
  double recommendations = 0;
  double importance = 0;
};

/// Computes the static score of pages.
///
/// Thread safety: one thread.
class StaticScore {
 public:
  /// `pages`: null for an index without these values.
  StaticScore(std::shared_ptr<const PageTables> pages, const StaticScoreWeights& weights)
      : pages_(std::move(pages)), weights_(weights) {}

  /// Selects `index`, one of the indexes of `pages`. Returns an upper bound of the scores of its
  /// pages.
  double select(const Xapian::Database& index);
  double of(Xapian::docid page) const { return table_ == nullptr ? 0 : sum(table_->row(page)); }

 private:
  double sum(const PageRow& row) const;

  std::shared_ptr<const PageTables> pages_;
  StaticScoreWeights weights_;
  const PageTable* table_ = nullptr;
};

}  // namespace porthole::search
