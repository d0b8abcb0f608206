#pragma once

/// A process without the rights of root, for tests that root runs.

#include <gtest/gtest.h>
#include <unistd.h>

namespace porthole::testing {

inline constexpr uid_t kNobody = 65534;

/// While it lives this process has the rights of nobody in particular; where root does not run it,
/// it keeps its own.
class WithoutRights {
 public:
  WithoutRights() { EXPECT_TRUE(::getuid() != 0 || ::seteuid(kNobody) == 0); }
  ~WithoutRights() { EXPECT_TRUE(::getuid() != 0 || ::seteuid(0) == 0); }
  WithoutRights(const WithoutRights&) = delete;
  WithoutRights& operator=(const WithoutRights&) = delete;
};

}  // namespace porthole::testing
