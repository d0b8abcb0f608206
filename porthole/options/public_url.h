#pragma once

/// Parser for the argument of --public-url.

#include <string>

#include "base/result.h"

namespace porthole::cli {

struct PublicUrl {
  std::string origin;  ///< "https://search.example.org", without a slash at the end.
  std::string host;    ///< "search.example.org", without a port.
};

/// An http or https URL without a path, query, user name or password. Errors: kUsage.
Result<PublicUrl> parse_public_url(const std::string& text);

}  // namespace porthole::cli
