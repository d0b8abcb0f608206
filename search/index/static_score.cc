#include "search/index/static_score.h"

#include <algorithm>

#include "search/index/revision.h"

namespace porthole::search {

namespace {

constexpr unsigned kClockInterval = 16;  // candidates; phrases may cost a millisecond each

const std::vector<Xapian::docid> kNone;

}  // namespace

double power_law_score(double log10_value, double log10_highest) {
  if (log10_value == kNoScore) return 0;
  return std::clamp(1 + (log10_value - log10_highest) / kPowersOfTen, 0.0, 1.0);
}

double saturated_score(double count) { return count / (count + kHalfway); }

double StaticScore::select(const Xapian::Database& index) {
  table_ = pages_ == nullptr ? nullptr : pages_->of(revision_of(index));
  return table_ == nullptr ? 0 : sum(table_->highest());
}

double StaticScore::sum(const PageRow& row) const {
  const PageRow& highest = pages_->highest();
  double sum = weights_.relevance * row.relevance;
  if (weights_.recommendations > 0)
    sum += weights_.recommendations * saturated_score(row.recommendations);
  if (weights_.authority > 0)
    sum += weights_.authority * power_law_score(row.authority, highest.authority);
  if (weights_.hub > 0) sum += weights_.hub * power_law_score(row.hub, highest.hub);
  return sum;
}

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

void DocumentListSource::next(double) {
  next_ = deadline_.has_passed() ? here_->size() + 1 : next_ + 1;
}

void DocumentListSource::skip_to(Xapian::docid id, double) {
  const auto from = here_->begin() + static_cast<std::ptrdiff_t>(next_ > 0 ? next_ - 1 : 0);
  next_ = static_cast<std::size_t>(std::lower_bound(from, here_->end(), id) - here_->begin()) + 1;
}

void DocumentListSource::init(const Xapian::Database& database) {
  const auto found = pages_->find(revision_of(database));
  here_ = found == pages_->end() ? &kNone : &found->second;
  next_ = 0;
}

Xapian::Query document_list_query(const std::vector<Xapian::docid>& matches,
                                  const std::vector<std::string>& revisions,
                                  const Deadline& deadline) {
  auto pages = std::make_shared<DocumentListSource::Pages>();
  for (const Xapian::docid match : matches) {
    const std::size_t index = (match - 1) % revisions.size();
    (*pages)[revisions[index]].push_back(
        static_cast<Xapian::docid>((match - 1) / revisions.size() + 1));
  }
  for (auto& [revision, chosen] : *pages) {
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  }
  return Xapian::Query((new DocumentListSource(std::move(pages), deadline))->release());
}

}  // namespace porthole::search
