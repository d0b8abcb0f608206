#include "search/index/static_score_source.h"

#include "search/index/revision.h"

namespace porthole::search {
namespace {

constexpr unsigned kClockInterval = 16;  // candidates; phrases may cost a millisecond each

}  // namespace

void StaticScoreSource::init(const Xapian::Database& database) {
  pages_ = database.get_doccount();
  last_ = database.get_lastdocid();
  at_ = 0;
  looked_ = 0;
  const auto limit = bounds_->last.find(revision_of(database));
  set_maxweight(score_.select(database));
  if (limit != bounds_->last.end() && limit->second < last_) last_ = limit->second;
}

bool StaticScoreSource::check(Xapian::docid id, double) {
  go_to(id);
  return true;
}

void StaticScoreSource::go_to(Xapian::docid id) {
  at_ = id;
  if (looked_++ % kClockInterval != 0 || !bounds_->deadline.has_passed()) return;
  bounds_->stopped = true;
  at_ = last_ + 1;
}

}  // namespace porthole::search
