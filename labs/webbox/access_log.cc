#include "labs/webbox/access_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/json/json.h"

namespace porthole::labs {
namespace {

double seconds_since_epoch() {
  using namespace std::chrono;
  const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch());
  return static_cast<double>(now.count()) / 1000;
}

}  // namespace

Result<std::unique_ptr<AccessLog>> AccessLog::open(const std::filesystem::path& file) {
  if (file.empty()) return std::unique_ptr<AccessLog>(new AccessLog(-1));
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    Error error;
    error.code = ErrorCode::kStorage;
    error.message = std::string("cannot open the access log: ") + std::strerror(errno);
    error.file = file.string();
    return fail(std::move(error));
  }
  return std::unique_ptr<AccessLog>(new AccessLog(descriptor));
}

AccessLog::~AccessLog() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void AccessLog::write(const LogEntry& entry) const {
  if (descriptor_ < 0) return;
  const nlohmann::ordered_json line{{"time", seconds_since_epoch()},
                                    {"method", entry.method},
                                    {"url", entry.url},
                                    {"status", entry.status},
                                    {"bytes", entry.bytes},
                                    {"agent", entry.agent},
                                    {"peer", entry.peer}};
  std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  // A log that cannot be written (a full disk) must not stop the box.
  [[maybe_unused]] const auto written = ::write(descriptor_, text.data(), text.size());
}

}  // namespace porthole::labs
