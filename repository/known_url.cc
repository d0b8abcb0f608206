#include "repository/known_url.h"

namespace porthole::repository {

Result<std::optional<UrlRecord>> find_known_url(Repository& repository, const Url& url) {
  if (!url.fragment().empty()) {
    auto member = repository.find_url(url.href());
    if (!member || *member) return member;
  }
  return repository.find_url(url.key());
}

}  // namespace porthole::repository
