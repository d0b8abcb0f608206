#pragma once

/// Weighting schemes by name (search/index/ranking.h). This header is the room's own.

#include <xapian.h>

#include <memory>
#include <string>

#include "base/result.h"

namespace porthole::search {

/// Errors: kInvalid, with what is known, for another name, or parameters that are no numbers or too
/// many or too few.
Result<std::unique_ptr<Xapian::Weight>> weighting_scheme(const std::string& description);

}  // namespace porthole::search
