#include "search/index/document_list_source.h"

#include <algorithm>

#include "search/index/revision.h"

namespace porthole::search {
namespace {

const std::vector<Xapian::docid> kNone;

}  // namespace

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
