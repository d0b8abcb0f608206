#pragma once

/// Common code of the fuzzers: a violated invariant aborts the process, and libFuzzer keeps the
/// input.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace porthole::testing {

/// `of`: whose law it is, shown with its name.
inline void demand(bool law, const char* name, std::string_view of = {}) {
  if (law) return;
  std::fprintf(stderr, "%s does not hold: %.*s\n", name, static_cast<int>(of.size()), of.data());
  std::abort();
}

/// Passes all bytes but the first to the reader selected by the first.
inline void give_to_one_of(std::initializer_list<void (*)(std::string_view)> readers,
                           const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  readers.begin()[data[0] % readers.size()]({reinterpret_cast<const char*>(data) + 1, size - 1});
}

}  // namespace porthole::testing
