#pragma once

/// The audit log of the console, DIR/console/audit.jsonl: a line of JSON for each change, and for
/// each attempt at one that was refused. Lines are appended and never rewritten; control characters
/// in them are escaped.
///
///   {"time":"2026-11-20T18:20:53Z","actor":"operate-1","client":"127.0.0.1","action":"mark",
///    "collection":"cycling","detail":{...},"status":200,"result":"done"}
///
/// Thread safety: any thread.

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/json/json.h"
#include "base/result.h"

namespace porthole::console {

struct AuditEntry {
  std::string actor;  ///< "" for a client without a session.
  std::string client;
  std::string action;
  std::string collection;
  nlohmann::ordered_json detail;  ///< Without secrets.
  int status = 0;                 ///< The HTTP answer's.
  std::string result;             ///< "done", or why not.
};

class AuditLog {
 public:
  /// Keeps a reference to the clock. Errors: those of open_private_log().
  static Result<std::unique_ptr<AuditLog>> open(const std::filesystem::path& file,
                                                const Clock& clock);

  /// The line is with the system when this returns. Errors: kPermission, kDiskFull, kStorage.
  Result<void> add(const AuditEntry& entry);

 private:
  AuditLog(std::filesystem::path file, Descriptor out, const Clock& clock)
      : file_(std::move(file)), out_(std::move(out)), clock_(clock) {}

  const std::filesystem::path file_;
  const Descriptor out_;
  const Clock& clock_;
  std::mutex mutex_;
};

}  // namespace porthole::console
