#include "repository/postgres/shared_pages.h"

namespace porthole::repository {

Result<std::optional<PageRecord>> SharedPages::get(UrlId id) {
  Result<std::optional<PageRecord>> page = pages_.get(numbers_.stored(id));
  if (!page || !*page) return page;
  (*page)->id = id;
  (*page)->duplicate_of = numbers_.own((*page)->duplicate_of);
  return page;
}

}  // namespace porthole::repository
