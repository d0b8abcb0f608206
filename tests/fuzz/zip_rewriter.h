#pragma once

/// A zip with one of its files changed, and its sums made right again, so that what is inside is
/// read.
///
/// In:  a zip in memory.
/// Out: a zip of the same files, stored without compression; "" when the bytes cannot be read as
/// one.

#include <functional>
#include <string>
#include <string_view>

#include "tests/fuzz/mutation.h"

namespace porthole::testing {

std::string rewrite_zip(std::string_view zip, Chance& chance,
                        const std::function<std::string(std::string)>& change);

}  // namespace porthole::testing
