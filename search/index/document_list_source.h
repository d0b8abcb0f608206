#pragma once

/// Certain pages of an index, until time is up: what is dear to find out of a page is then asked of
/// them alone.
///
/// Thread safety: one thread. This header is the room's own.

#include <xapian.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/index/deadline.h"

namespace porthole::search {

class DocumentListSource final : public Xapian::PostingSource {
 public:
  /// By the revision of their index (search/index/revision.h), ascending.
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
  const std::vector<Xapian::docid>* here_ = nullptr;  // of the index that is matched
  std::size_t next_ = 0;                              // behind the one it is at; 0 before the first
};

/// `matches` of a database that holds the indexes with these `revisions` (search/index/revision.h)
/// together in that order, as a query.
Xapian::Query document_list_query(const std::vector<Xapian::docid>& matches,
                                  const std::vector<std::string>& revisions,
                                  const Deadline& deadline);

}  // namespace porthole::search
