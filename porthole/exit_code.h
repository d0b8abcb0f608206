#pragma once

/// Exit codes of the program; scripts may rely on them.

#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::cli {

inline constexpr int kDone = 0;
inline constexpr int kDoneButNotAll = 1;  ///< Some of the input could not be processed; it is
                                          ///< listed.
inline constexpr int kUsage = 2;
inline constexpr int kInvalid = 3;    ///< The specification or an input is invalid or incomplete.
inline constexpr int kCannotRun = 4;  ///< Storage, network, permission.
inline constexpr int kDiskFull = 5;   ///< State saved.
inline constexpr int kInterrupted = 130;  ///< State saved.
inline constexpr int kTerminated = 143;   ///< State saved.

int exit_code(ErrorCode code);

/// The codes and their meaning, for `porthole help exit-codes`, the man page and docs/errors.md.
const std::vector<std::pair<const char*, const char*>>& exit_codes();

}  // namespace porthole::cli
