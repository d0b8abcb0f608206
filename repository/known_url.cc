#include "repository/known_url.h"

namespace porthole::repository {

Result<std::optional<UrlRecord>> find_known_url(Repository& repository, const Url& url) {
  if (!url.fragment().empty()) {
    auto member = repository.urls().find(url.href());
    if (!member || *member) return member;
  }
  return repository.urls().find(url.key());
}

}  // namespace porthole::repository
