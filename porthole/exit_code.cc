#include "porthole/exit_code.h"

namespace porthole::cli {

const std::vector<std::pair<const char*, const char*>>& exit_codes() {
  static const std::vector<std::pair<const char*, const char*>> all = {
      {"0", "done"},
      {"1", "done, but some of what was asked for could not be processed; it is listed"},
      {"2", "usage: the command was put wrongly"},
      {"3", "the specification or another input is invalid, incomplete or missing"},
      {"4", "cannot run: storage, network, permission, another process"},
      {"5", "the disk is full; what was committed is safe"},
      {"130", "interrupted (Ctrl-C); what was committed is safe"},
      {"143", "terminated, or its terminal was closed; what was committed is safe"},
  };
  return all;
}

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
