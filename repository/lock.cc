#include "repository/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace porthole::repository {

Result<Lock> Lock::take(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return fail(ErrorCode::kPermission, "cannot write " + file.string() + ": " + std::strerror(errno),
                "check that the folder exists and may be written");
  }
  Lock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    char holder[32] = {};
    const ssize_t length = ::pread(descriptor, holder, sizeof holder - 1, 0);
    const std::string who = length > 0 ? "process " + std::string(holder, static_cast<std::size_t>(length))
                                       : "another process";
    return fail(ErrorCode::kBusy, who + " is working on this collection",
                "wait until it is done, or stop it; reading (search, serve, status, export) goes on beside it");
  }
  const std::string self = std::to_string(::getpid());
  if (::ftruncate(descriptor, 0) != 0 ||
      ::pwrite(descriptor, self.data(), self.size(), 0) != static_cast<ssize_t>(self.size())) {
    return fail(ErrorCode::kStorage, "cannot write " + file.string() + ": " + std::strerror(errno));
  }
  return lock;
}

Lock::~Lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Lock::Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

}  // namespace porthole::repository
