#pragma once

/// SharedPages: the Pages of SharedRepository (repository/shared_repository.h).
///
/// Private to repository/. Lifetime: what it is made of outlives it. Thread safety: as Database.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "repository/pages.h"
#include "repository/postgres/url_numbers.h"

namespace porthole::repository {

class SharedPages final : public Pages {
 public:
  SharedPages(Pages& pages, const UrlNumbers& numbers) : pages_(pages), numbers_(numbers) {}

  Result<std::optional<PageRecord>> get(UrlId id) override;
  Result<std::vector<Block>> blocks(UrlId id) override {
    return pages_.blocks(numbers_.stored(id));
  }
  Result<Names> names(UrlId id) override { return pages_.names(numbers_.stored(id)); }

  // By the repository's numbers, but for unread().
  Result<void> for_each(const Filter& filter, const Visit& visit) override {
    return pages_.for_each(filter, visit);
  }
  Result<std::map<std::string, std::vector<UrlId>, std::less<>>> by_site() override {
    return pages_.by_site();
  }
  Result<std::vector<FailureRecord>> failures() override { return pages_.failures(); }
  Result<std::vector<UnreadRecord>> unread() override;

 private:
  Pages& pages_;
  const UrlNumbers& numbers_;
};

}  // namespace porthole::repository
