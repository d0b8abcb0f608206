#include "porthole/exit_code.h"

namespace porthole::cli {

const char* const kExitCodes =
    "Exit codes: 0 done; 1 done, but some of the input could not be processed (it is listed);\n"
    "2 usage; 3 specification or input invalid or incomplete; 4 cannot run (storage, network, "
    "permission);\n"
    "5 disk full, state saved; 130 or 143 interrupted or terminated, state saved.";

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return kUsage;
    case ErrorCode::kInvalid:
    case ErrorCode::kIncomplete:
    case ErrorCode::kNotFound:
    case ErrorCode::kTooLarge:
      return kInvalid;
    case ErrorCode::kBusy:
    case ErrorCode::kPermission:
    case ErrorCode::kStorage:
    case ErrorCode::kNetwork:
    case ErrorCode::kTimeout:
    case ErrorCode::kUnsupported:
      return kCannotRun;
    case ErrorCode::kDiskFull:
      return kDiskFull;
  }
  return kCannotRun;
}

}  // namespace porthole::cli
