#include "search/query/condition_terms.h"

#include <algorithm>

namespace porthole::search {
namespace {

/// The documents of one term, read from its own list.
class TermSource final : public Xapian::PostingSource {
 public:
  explicit TermSource(std::string term) : term_(std::move(term)) {}

  Xapian::doccount get_termfreq_min() const override { return pages_; }
  Xapian::doccount get_termfreq_est() const override { return pages_; }
  Xapian::doccount get_termfreq_max() const override { return pages_; }
  Xapian::docid get_docid() const override { return *at_; }
  void next(double) override {
    if (is_started_) ++at_;
    is_started_ = true;
  }
  void skip_to(Xapian::docid id, double) override {
    is_started_ = true;
    at_.skip_to(id);
  }
  bool at_end() const override { return is_started_ && at_ == end_; }
  PostingSource* clone() const override { return new TermSource(term_); }

  void init(const Xapian::Database& database) override {
    pages_ = database.get_termfreq(term_);
    at_ = database.postlist_begin(term_);
    end_ = database.postlist_end(term_);
    is_started_ = false;
  }

 private:
  std::string term_;
  Xapian::doccount pages_ = 0;
  Xapian::PostingIterator at_, end_;
  bool is_started_ = false;
};

}  // namespace

ConditionTerms::ConditionTerms(const std::vector<Xapian::Database>& indexes) {
  for (const Xapian::Database& index : indexes) {
    if (index.get_doccount() != index.get_lastdocid()) with_gaps_.push_back(index);
  }
}

Xapian::Query ConditionTerms::one(const std::string& term) const {
  const bool is_replaced =
      std::any_of(with_gaps_.begin(), with_gaps_.end(), [&](const Xapian::Database& index) {
        return index.get_termfreq(term) == index.get_doccount();
      });
  return is_replaced ? Xapian::Query((new TermSource(term))->release()) : Xapian::Query(term);
}

Xapian::Query ConditionTerms::any_of(const std::vector<std::string>& terms) const {
  std::vector<Xapian::Query> parts;
  for (const std::string& term : terms) parts.push_back(one(term));
  return {Xapian::Query::OP_OR, parts.begin(), parts.end()};
}

}  // namespace porthole::search
