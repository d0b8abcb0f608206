#include "archive/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace porthole::archive {
namespace {

int flags_of(OpenMode mode) {
  switch (mode) {
    case OpenMode::kRead:
      return O_RDONLY | O_NONBLOCK;  // a pipe that nobody writes to is not waited for
    case OpenMode::kUpdate:
      return O_RDWR;
    case OpenMode::kCreate:
      return O_RDWR | O_CREAT;
    case OpenMode::kCreateNew:
      return O_RDWR | O_CREAT | O_EXCL;
  }
  return O_RDONLY;
}

struct Kind {
  ErrorCode code;
  const char* hint;
};

Kind kind_of(int number) {
  switch (number) {
    case ENOENT:
      return {ErrorCode::kNotFound, ""};
    case EACCES:
    case EPERM:
    case EROFS:
      return {ErrorCode::kPermission, "check who owns the file and its folder"};
    case ENOSPC:
    case EDQUOT:
      return {ErrorCode::kDiskFull, "free some space, then run the same command again"};
    case EFBIG:
      return {ErrorCode::kDiskFull, "raise the limit on the size of files (ulimit -f)"};
    default:
      return {ErrorCode::kStorage, "check the disk"};
  }
}

}  // namespace

Error system_error(std::string_view doing, const std::filesystem::path& file, int number) {
  const Kind kind = kind_of(number);
  Error error;
  error.code = kind.code;
  error.file = file.string();
  error.message = "cannot " + std::string(doing) + ": " + std::generic_category().message(number);
  error.hint = kind.hint;
  return error;
}

Result<File> File::open(const std::filesystem::path& path, OpenMode mode) {
  constexpr mode_t kPermissions = 0644;
  File file;
  file.path_ = path;
  file.descriptor_ = ::open(path.c_str(), flags_of(mode) | O_CLOEXEC, kPermissions);
  if (file.descriptor_ < 0) return fail(system_error("open the file", path, errno));
  return file;
}

Result<File> File::open_part(const std::filesystem::path& path, std::int64_t begin,
                             std::int64_t size) {
  Result<File> file = open(path, OpenMode::kRead);
  if (!file) return file;
  file->begin_ = begin;
  file->part_size_ = size;
  return file;
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::int64_t> File::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0)
    return fail(system_error("measure the file", path_, errno));
  return std::int64_t{status.st_size};
}

Result<std::size_t> File::read_at(std::int64_t offset, char* bytes, std::size_t size) const {
  if (part_size_ >= 0) {
    const std::int64_t left = std::max<std::int64_t>(part_size_ - offset, 0);
    size = std::min(size, static_cast<std::size_t>(left));
  }
  while (true) {
    const ssize_t got = ::pread(descriptor_, bytes, size, begin_ + offset);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) return fail(system_error("read the file", path_, errno));
  }
}

Result<void> File::write_at(std::int64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), offset);
    if (written < 0) {
      if (errno == EINTR) continue;
      return fail(system_error("write the file", path_, errno));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += written;
  }
  return {};
}

Result<void> File::truncate(std::int64_t size) {
  if (::ftruncate(descriptor_, size) != 0)
    return fail(system_error("shorten the file", path_, errno));
  return {};
}

Result<void> File::sync() {
  if (::fdatasync(descriptor_) != 0)
    return fail(system_error("bring the file to disk", path_, errno));
  return {};
}

Result<void> File::lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return fail(system_error("lock the file", path_, errno));
  Error error;
  error.code = ErrorCode::kBusy;
  error.file = path_.string();
  error.message = "another process is writing this file of the archive";
  error.hint = "wait until it is done, or stop it";
  return fail(std::move(error));
}

bool File::is_in_place() const {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor_, &open) == 0 && ::stat(path_.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

Result<void> sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return fail(system_error("open the folder", folder, errno));
  const int result = ::fsync(descriptor);
  const int number = errno;
  ::close(descriptor);
  if (result != 0) return fail(system_error("bring the folder to disk", folder, number));
  return {};
}

}  // namespace porthole::archive
