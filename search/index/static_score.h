#pragma once

/// Static score: the part of a score that does not depend on the query; and the sources of
/// documents that add it, and that read a list of candidates.
///
/// Functional forms: Craswell, Robertson, Zaragoza, Taylor, "Relevance weighting for query
/// independent evidence", SIGIR 2005, section 4 (log and saturation). Scores of hubs and
/// authorities fall by powers of ten, so their logarithm is used.
///
/// Thread safety: one thread.

#include <xapian.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

/// PostingSource over a fixed list of document ids. Runs the expensive re-ranking query on the top
/// candidates only; stops at the deadline.
class DocumentListSource final : public Xapian::PostingSource {
 public:
  /// Ascending document ids by the revision of their index (search/index/revision.h).
  using Pages = std::map<std::string, std::vector<Xapian::docid>>;

  DocumentListSource(std::shared_ptr<const Pages> pages, const Deadline& deadline)
      : pages_(std::move(pages)), deadline_(deadline) {}

  Xapian::doccount get_termfreq_min() const override { return count(); }
  Xapian::doccount get_termfreq_est() const override { return count(); }
  Xapian::doccount get_termfreq_max() const override { return count(); }
  Xapian::docid get_docid() const override { return (*here_)[next_ - 1]; }
  void next(double) override;
  void skip_to(Xapian::docid id, double) override;
  bool at_end() const override { return next_ > here_->size(); }
  PostingSource* clone() const override { return new DocumentListSource(pages_, deadline_); }
  void init(const Xapian::Database& database) override;

 private:
  Xapian::doccount count() const { return static_cast<Xapian::doccount>(here_->size()); }

  std::shared_ptr<const Pages> pages_;
  Deadline deadline_;
  const std::vector<Xapian::docid>* here_ = nullptr;  // ids of the index that is being matched
  std::size_t next_ = 0;  // one past the current position; 0 before the first
};

/// A query that matches the documents `matches` of a database which combines the indexes with these
/// `revisions` (search/index/revision.h) in this order.
Xapian::Query document_list_query(const std::vector<Xapian::docid>& matches,
                                  const std::vector<std::string>& revisions,
                                  const Deadline& deadline);

}  // namespace porthole::search
