#pragma once

/// All pages of an index with the weight of their evidence, until time is up: put beside a query
/// (OP_AND), it ends the matching.
///
/// Enquire::set_time_limit() of Xapian 1.4 does not: it only stops counting, and the positions of
/// phrases are compared for ever. As a posting source that all candidates have to pass before their
/// positions are looked at, this one says at each whether there is still time; what was found by
/// then is the answer.
///
/// It also hides the pages that came after a certain moment, so that a reader who turns the pages
/// of results sees no result twice while the index grows: documents get their numbers in the order
/// in which they come.
///
/// All that in one source: each that a page has to pass costs as much as a word of the query.
///
/// Thread safety: one thread. This header is the room's own.

#include <xapian.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "search/index/deadline.h"
#include "search/index/static_score.h"

namespace porthole::search {

/// The last document that counts, by the revision of its index (search/index/revision.h); those
/// that are not named have no such limit.
using LastDocuments = std::map<std::string, Xapian::docid>;

/// What the sources of one search share.
struct Bounds {
  Deadline deadline;
  LastDocuments last{};
  bool stopped = false;  ///< Set by them: the deadline passed before the end.
  bool cut =
      false;  ///< Set by who reads words and values of the index: there were more than are read.
};

class StaticScoreSource final : public Xapian::PostingSource {
 public:
  /// `evidence`: what pages weigh.
  StaticScoreSource(std::shared_ptr<Bounds> bounds, StaticScore evidence)
      : bounds_(std::move(bounds)), evidence_(std::move(evidence)) {}

  Xapian::doccount get_termfreq_min() const override { return 0; }
  Xapian::doccount get_termfreq_est() const override { return pages_; }
  Xapian::doccount get_termfreq_max() const override { return pages_; }
  Xapian::docid get_docid() const override { return at_; }
  double get_weight() const override { return evidence_.of(at_); }
  void next(double) override { go_to(at_ + 1); }
  void skip_to(Xapian::docid id, double) override { go_to(id); }
  bool check(Xapian::docid id, double) override;
  bool at_end() const override { return at_ > last_; }
  PostingSource* clone() const override { return new StaticScoreSource(bounds_, evidence_); }
  void init(const Xapian::Database& database) override;

 private:
  void go_to(Xapian::docid id);

  std::shared_ptr<Bounds> bounds_;
  StaticScore evidence_;
  Xapian::doccount pages_ = 0;
  Xapian::docid last_ = 0;
  Xapian::docid at_ = 0;
  unsigned looked_ = 0;  // candidates since the clock was asked
};

}  // namespace porthole::search
