#pragma once

/// What the fuzzers share: a law that does not hold ends the process, and libFuzzer keeps the input.

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace porthole::testing {

/// `of`: whose law it is, shown with its name.
inline void demand(bool law, const char* name, std::string_view of = {}) {
  if (law) return;
  std::fprintf(stderr, "%s does not hold: %.*s\n", name, static_cast<int>(of.size()), of.data());
  std::abort();
}

}  // namespace porthole::testing
