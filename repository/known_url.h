#pragma once

/// Which URL of a repository somebody means.

#include <optional>

#include "base/result.h"
#include "base/url/url.h"
#include "repository/repository.h"

namespace porthole::repository {

/// What stands inside of a page is known under its URL with the fragment, all else without. Nothing
/// when it is not known. Errors: the repository's.
Result<std::optional<UrlRecord>> find_known_url(Repository& repository, const Url& url);

}  // namespace porthole::repository
