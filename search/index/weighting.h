#pragma once

/// Makes Xapian weighting schemes from their names (search/index/ranking.h).

#include <xapian.h>

#include <memory>
#include <string>

#include "base/result.h"

namespace porthole::search {

/// Errors: kInvalid, with the list of schemes, for an unknown name or invalid parameters.
Result<std::unique_ptr<Xapian::Weight>> weighting_scheme(const std::string& description);

}  // namespace porthole::search
