#pragma once

/// Access log of the server (format: labs/webbox/server.h).

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"

namespace porthole::labs {

struct LogEntry {
  std::string method;
  std::string url;
  int status = 0;
  std::uint64_t bytes = 0;
  std::string agent;
  std::uint16_t peer = 0;
};

/// Thread safety: write() may be called from any thread; each line is one write to the file, so a
/// killed server leaves no half line.
class AccessLog {
 public:
  /// Appends to `file`; "" makes a log that drops everything. Errors: kStorage.
  static Result<std::unique_ptr<AccessLog>> open(const std::filesystem::path& file);
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  void write(const LogEntry& entry) const;

 private:
  explicit AccessLog(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;  // -1 = none
};

}  // namespace porthole::labs
