#pragma once

/// PostingSource that adds the static score of every document and aborts matching at the deadline.
///
/// It is combined with the query by OP_AND, so every candidate passes it before its positions are
/// read. Enquire:: set_time_limit() of Xapian 1.4 does not bound the match: it stops the exact
/// count, while phrases are still compared without limit.
///
/// It also hides documents that were added after a given id, so that pagination shows no result
/// twice while the index grows: document ids are assigned in ascending order.
///
/// One source does all three, since each posting source costs as much as a query term.
///
/// Thread safety: one thread.

#include <xapian.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "search/index/deadline.h"
#include "search/index/static_score.h"

namespace porthole::search {

/// The last visible document of each index, by revision (search/index/revision.h); no limit for an
/// index that is not listed.
using LastDocuments = std::map<std::string, Xapian::docid>;

/// Limits of one search, shared by its posting sources.
struct Bounds {
  Deadline deadline;
  LastDocuments last{};
  bool stopped = false;  ///< Set by the sources: the deadline ended the match.
  bool cut = false;  ///< Set where terms of the index are expanded: there were more than the limit.
};

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
