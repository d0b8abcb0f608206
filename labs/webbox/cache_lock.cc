#include "labs/webbox/cache_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace porthole::labs {
namespace {

tl::unexpected<Error> unusable(const std::filesystem::path& file) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.message = std::strerror(errno);
  error.file = file.string();
  error.hint = "is the folder writable, and is there space left";
  return fail(std::move(error));
}

}  // namespace

CacheLock::CacheLock(const std::filesystem::path& cache)
    : file_(cache / "lock"),
      descriptor_(::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {}

CacheLock::~CacheLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> CacheLock::take() const {
  if (descriptor_ < 0) return unusable(file_);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
  return fail(ErrorCode::kBusy,
              "another process is filling the cache " + file_.parent_path().string(),
              "wait until it is done, or choose another folder");
}

Result<void> CacheLock::wait() const {
  if (descriptor_ < 0) return unusable(file_);
  while (::flock(descriptor_, LOCK_EX) != 0) {
    if (errno != EINTR) return unusable(file_);
  }
  return {};
}

}  // namespace porthole::labs
