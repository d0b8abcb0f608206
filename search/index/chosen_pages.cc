#include "search/index/chosen_pages.h"

#include <algorithm>

#include "search/index/commit.h"

namespace porthole::search {
namespace {

const std::vector<Xapian::docid> kNone;

}  // namespace

void ChosenPages::next(double) { next_ = deadline_.has_passed() ? here_->size() + 1 : next_ + 1; }

void ChosenPages::skip_to(Xapian::docid id, double) {
  const auto from = here_->begin() + static_cast<std::ptrdiff_t>(next_ > 0 ? next_ - 1 : 0);
  next_ = static_cast<std::size_t>(std::lower_bound(from, here_->end(), id) - here_->begin()) + 1;
}

void ChosenPages::init(const Xapian::Database& database) {
  const auto found = pages_->find(commit_of(database));
  here_ = found == pages_->end() ? &kNone : &found->second;
  next_ = 0;
}

Xapian::Query chosen_pages(const std::vector<Xapian::docid>& matches, const std::vector<std::string>& commits,
                           const Deadline& deadline) {
  auto pages = std::make_shared<ChosenPages::Pages>();
  for (const Xapian::docid match : matches) {
    const std::size_t index = (match - 1) % commits.size();
    (*pages)[commits[index]].push_back(static_cast<Xapian::docid>((match - 1) / commits.size() + 1));
  }
  for (auto& [commit, chosen] : *pages) {
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  }
  return Xapian::Query((new ChosenPages(std::move(pages), deadline))->release());
}

}  // namespace porthole::search
