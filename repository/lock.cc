#include "repository/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace porthole::repository {
namespace {

tl::unexpected<Error> cannot_write(const std::filesystem::path& file, int number) {
  const std::string message = "cannot write " + file.string() + ": " + std::strerror(number);
  if (number == ENOSPC || number == EDQUOT) {
    return fail(ErrorCode::kDiskFull, message,
                "free some space and run the same command again; what was committed is safe");
  }
  return fail(ErrorCode::kPermission, message, "check that the folder exists and may be written");
}

tl::unexpected<Error> cannot_lock(const std::filesystem::path& file, int number) {
  return fail(ErrorCode::kStorage, "cannot lock " + file.string() + ": " + std::strerror(number),
              "keep the collection on a file system with locks (flock), such as a local disk");
}

/// The process that wrote its number into the open file.
std::string named_in(int descriptor) {
  char holder[32] = {};
  const ssize_t length = ::pread(descriptor, holder, sizeof holder - 1, 0);
  if (length <= 0) return "another process";
  return "process " + std::string(holder, static_cast<std::size_t>(length));
}

tl::unexpected<Error> held_by_another(int descriptor) {
  return fail(ErrorCode::kBusy, named_in(descriptor) + " is working on this collection",
              "wait until it is done, or stop it; reading (search, serve, status, export) goes on "
              "beside it");
}

/// Locks the open file for a writer. Lock::holder() of another process has it for a moment.
bool lock_for_writing(int descriptor) {
  constexpr int kMostTries = 5;
  constexpr useconds_t kPause = 10'000;
  for (int tries = 1; ::flock(descriptor, LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (errno != EWOULDBLOCK || tries == kMostTries) return false;
    ::usleep(kPause);
  }
  return true;
}

/// The open file is the one that `file` names.
bool is_named(int descriptor, const std::filesystem::path& file) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(file.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

Result<Lock> Lock::take(const std::filesystem::path& file) {
  // The file may be removed between open() and flock(), by a writer that ends: then there is a new
  // one to lock.
  constexpr int kMostTries = 1000;
  for (int tries = 0; tries < kMostTries; ++tries) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0) return cannot_write(file, errno);
    if (!lock_for_writing(descriptor)) {
      const auto error =
          errno == EWOULDBLOCK ? held_by_another(descriptor) : cannot_lock(file, errno);
      ::close(descriptor);
      return error;
    }
    if (!is_named(descriptor, file)) {
      ::close(descriptor);
      continue;
    }
    struct stat before {};
    const bool was_left_behind = ::fstat(descriptor, &before) == 0 && before.st_size > 0;
    const std::string self = std::to_string(::getpid());
    // It locks without a number, too: on a full disk, for one.
    if (::ftruncate(descriptor, 0) == 0) (void)!::pwrite(descriptor, self.data(), self.size(), 0);
    return Lock(file, descriptor, was_left_behind);
  }
  return cannot_lock(file, ESTALE);
}

// A shared lock fails if and only if a writer has the file.
std::optional<std::string> Lock::holder(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  std::optional<std::string> found;
  if (::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    found = named_in(descriptor);
  ::close(descriptor);
  return found;
}

Result<void> Lock::check() const {
  if (is_named(descriptor_, file_)) return {};
  return fail(
      ErrorCode::kBusy,
      "the lock " + file_.string() +
          " was removed while this process was working on the collection",
      "leave that file alone; what was committed is safe: run the same command again when no other "
      "process works on this collection");
}

Lock::~Lock() {
  if (descriptor_ < 0) return;
  if (is_named(descriptor_, file_)) ::unlink(file_.c_str());
  ::close(descriptor_);
}

Lock::Lock(Lock&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      was_left_behind_(other.was_left_behind_) {}

}  // namespace porthole::repository
