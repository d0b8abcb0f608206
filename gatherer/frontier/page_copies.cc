#include "gatherer/frontier/page_copies.h"

namespace porthole::gatherer {

UrlId PageCopies::original_of(UrlId page) {
  const auto [first, is_new] = first_.try_emplace(key_of(page), page);
  return is_new || first->second == page ? 0 : first->second;
}

void PageCopies::list_copies() {
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    if (urls_[id].duplicate_of != 0) copies_[urls_[id].duplicate_of].push_back(id);
  }
}

void PageCopies::page_gone(UrlId page) {
  const std::uint64_t key = key_of(page);
  const auto original = first_.find(key);
  if (original == first_.end() || original->second != page) return;
  first_.erase(original);
  UrlId heir = 0;
  for (const UrlId id : copies_[page]) {
    if (urls_[id].duplicate_of != page) continue;
    if (heir == 0) heir = id;
    urls_.set_duplicate_of(id, id == heir ? 0 : heir);
  }
  if (heir != 0) first_.emplace(key, heir);
}

}  // namespace porthole::gatherer
