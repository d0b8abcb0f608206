#include "repository/postgres/shared_pages.h"

namespace porthole::repository {

Result<std::optional<PageRecord>> SharedPages::get(UrlId id) {
  Result<std::optional<PageRecord>> page = pages_.get(numbers_.stored(id));
  if (!page || !*page) return page;
  (*page)->id = id;
  (*page)->duplicate_of = numbers_.own((*page)->duplicate_of);
  return page;
}

Result<std::vector<UnreadRecord>> SharedPages::unread() {
  Result<std::vector<UnreadRecord>> unread = pages_.unread();
  if (!unread) return unread;
  for (UnreadRecord& one : *unread) one.id = numbers_.own(one.id);
  std::erase_if(*unread, [](const UnreadRecord& one) { return one.id == 0; });
  return unread;
}

}  // namespace porthole::repository
