#include "console/access/audit_log.h"

#include <utility>

#include "base/text/format.h"
#include "console/access/private_file.h"

namespace porthole::console {

Result<std::unique_ptr<AuditLog>> AuditLog::open(const std::filesystem::path& file,
                                                 const Clock& clock) {
  TRY_AS(out, open_private_log(file));
  return std::unique_ptr<AuditLog>(new AuditLog(file, std::move(*out), clock));
}

Result<void> AuditLog::add(const AuditEntry& entry) {
  const nlohmann::ordered_json line = {{"time", format_time(clock_.wall())},
                                       {"actor", entry.actor},
                                       {"client", entry.client},
                                       {"action", entry.action},
                                       {"collection", entry.collection},
                                       {"detail", entry.detail},
                                       {"status", entry.status},
                                       {"result", entry.result}};
  const std::string text =
      printable_json(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) + "\n";
  const std::lock_guard lock(mutex_);
  return write_all(out_, text, file_);
}

}  // namespace porthole::console
