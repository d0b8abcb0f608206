#include "base/result.h"

namespace porthole {

const char* error_code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kInvalid:
      return "invalid";
    case ErrorCode::kIncomplete:
      return "incomplete";
    case ErrorCode::kNotFound:
      return "not-found";
    case ErrorCode::kBusy:
      return "busy";
    case ErrorCode::kPermission:
      return "permission";
    case ErrorCode::kStorage:
      return "storage";
    case ErrorCode::kDiskFull:
      return "disk-full";
    case ErrorCode::kNetwork:
      return "network";
    case ErrorCode::kTimeout:
      return "timeout";
    case ErrorCode::kTooLarge:
      return "too-large";
    case ErrorCode::kUnsupported:
      return "unsupported";
  }
  return "unknown";
}

std::string Error::to_string() const {
  std::string out;
  if (!file.empty()) {
    out = file;
    if (line > 0) out += ":" + std::to_string(line);
    if (line > 0 && column > 0) out += ":" + std::to_string(column);
    out += ": ";
  }
  out += message;
  if (!hint.empty()) out += "\n  " + hint;
  return out;
}

}  // namespace porthole
