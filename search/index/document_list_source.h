#pragma once

/// PostingSource over a fixed list of document ids. Runs the expensive re-ranking query on the top
/// candidates only; stops at the deadline.
///
/// Thread safety: one thread.

#include <xapian.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/index/bounds.h"

namespace porthole::search {

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
