#pragma once

/// Looks up a URL as a user gives it.

#include <optional>

#include "base/result.h"
#include "base/url/url.h"
#include "repository/repository.h"

namespace porthole::repository {

/// A member of a page is found by its URL with the fragment, a page by its URL without. Returns
/// empty when the URL is unknown. Errors: the repository's.
Result<std::optional<UrlRecord>> find_known_url(Repository& repository, const Url& url);

}  // namespace porthole::repository
