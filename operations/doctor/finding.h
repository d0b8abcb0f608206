#pragma once

/// Finding: the result of one check of `porthole doctor`; and the check of free space, which its
/// parts share.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::operations {

enum class FindingLevel {
  kOk,
  kWarning,  ///< It works, and something is missing or should be done.
  kFault,    ///< It does not work.
};

struct Finding {
  FindingLevel level = FindingLevel::kOk;
  std::string check;   ///< "open files"; the same in every run.
  std::string what;    ///< The result, in words.
  std::string remedy;  ///< The next step; "" for kOk.
};
using Findings = std::vector<Finding>;

inline void found_ok(Findings& findings, std::string check, std::string what) {
  findings.push_back({FindingLevel::kOk, std::move(check), std::move(what), ""});
}
inline void found_warning(Findings& findings, std::string check, std::string what,
                          std::string remedy) {
  findings.push_back(
      {FindingLevel::kWarning, std::move(check), std::move(what), std::move(remedy)});
}
inline void found_fault(Findings& findings, std::string check, std::string what,
                        std::string remedy) {
  findings.push_back({FindingLevel::kFault, std::move(check), std::move(what), std::move(remedy)});
}
/// An error as a fault, with its place and remedy.
inline void found_error(Findings& findings, std::string check, Error error) {
  std::string remedy = std::exchange(error.hint, {});
  found_fault(findings, std::move(check), error.to_string(), std::move(remedy));
}

/// Free space of a disk, in bytes.
struct RoomNeeded {
  std::int64_t least = 0;   ///< With less free it is a fault.
  std::int64_t enough = 0;  ///< With less free it is a warning.
};

/// Adds a finding about the disk of `folder`.
void check_room(Findings& findings, const std::string& check, const std::filesystem::path& folder,
                RoomNeeded needed);

/// "1.5 GiB".
std::string format_size(std::int64_t bytes);

}  // namespace porthole::operations
