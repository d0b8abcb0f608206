#pragma once

/// Static score: the part of a score that does not depend on the query.
///
/// Functional forms: Craswell, Robertson, Zaragoza, Taylor, "Relevance weighting for query
/// independent evidence", SIGIR 2005, section 4 (log and saturation). Scores of hubs and
/// authorities fall by powers of ten, so their logarithm is used.
///
/// Thread safety: one thread.

#include <xapian.h>

#include <memory>
#include <utility>

#include "search/index/bounds.h"
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
};

/// Computes the static score of pages.
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

/// PostingSource that adds the static score of every document and aborts matching at the deadline.
///
/// It is combined with the query by OP_AND, so every candidate passes it before its positions are
/// read. Enquire::set_time_limit() of Xapian 1.4 does not bound the match: it stops the exact
/// count, while phrases are still compared without limit.
///
/// It also hides documents that were added after a given id, so that pagination shows no result
/// twice while the index grows: document ids are assigned in ascending order.
///
/// One source does all three, since each posting source costs as much as a query term.
class StaticScoreSource final : public Xapian::PostingSource {
 public:
  StaticScoreSource(std::shared_ptr<Bounds> bounds, StaticScore score)
      : bounds_(std::move(bounds)), score_(std::move(score)) {}

  Xapian::doccount get_termfreq_min() const override { return 0; }
  Xapian::doccount get_termfreq_est() const override { return pages_; }
  Xapian::doccount get_termfreq_max() const override { return pages_; }
  Xapian::docid get_docid() const override { return at_; }
  double get_weight() const override { return score_.of(at_); }
  void next(double) override { go_to(at_ + 1); }
  void skip_to(Xapian::docid id, double) override { go_to(id); }
  bool check(Xapian::docid id, double) override;
  bool at_end() const override { return at_ > last_; }
  PostingSource* clone() const override { return new StaticScoreSource(bounds_, score_); }
  void init(const Xapian::Database& database) override;

 private:
  void go_to(Xapian::docid id);

  std::shared_ptr<Bounds> bounds_;
  StaticScore score_;
  Xapian::doccount pages_ = 0;
  Xapian::docid last_ = 0;
  Xapian::docid at_ = 0;
  unsigned looked_ = 0;  // candidates since the last check of the clock
};

}  // namespace porthole::search
