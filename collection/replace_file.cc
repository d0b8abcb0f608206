#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/descriptor.h"
#include "collection/collection.h"

namespace porthole::collection {
namespace {

namespace fs = std::filesystem;

bool means_full(int number) { return number == ENOSPC || number == EDQUOT || number == EFBIG; }

bool is_forbidden(int number) { return number == EACCES || number == EPERM || number == EROFS; }

/// The error for `file`, as the caller names it, with the remedy.
tl::unexpected<Error> failed(const fs::path& file, const std::string& what, int number) {
  const fs::path folder = file.parent_path().empty() ? "." : file.parent_path();
  Error error;
  error.code = ErrorCode::kStorage;
  error.message = what + ": " + std::strerror(number);
  error.file = file.string();
  error.hint = "check the folder " + folder.string() + ", and run the same command again";
  if (is_forbidden(number)) {
    error.code = ErrorCode::kPermission;
    error.hint = "check who may write into the folder " + folder.string();
  }
  if (means_full(number)) {
    error.code = ErrorCode::kDiskFull;
    error.hint = "free some space and run the same command again; the file is as it was";
  }
  return fail(std::move(error));
}

bool write_all(int descriptor, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    written += static_cast<std::size_t>(count);
  }
  return true;
}

/// The permissions that the file has; those of a new file when there is none.
mode_t mode_of(const fs::path& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0644;
}

/// Writes `text` into the new file `temporary`, which is to take the place of `file`.
Result<void> write_synced(const fs::path& temporary, const std::string& text,
                          const fs::path& file) {
  const Descriptor out(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_of(file)));
  const bool written = out && write_all(out.number(), text) && ::fsync(out.number()) == 0;
  if (!written) return failed(file, "the file cannot be written", errno);
  return {};
}

Result<void> sync_folder(const fs::path& folder) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open || ::fsync(open.number()) != 0) {
    return failed(folder, "writing the folder to disk failed", errno);
  }
  return {};
}

}  // namespace

Result<void> replace_file(const fs::path& file, const std::string& text) {
  const fs::path temporary = file.string() + "." + std::to_string(::getpid()) + ".new";
  ::unlink(temporary.c_str());  // left by a killed process with this ID
  Result<void> done = write_synced(temporary, text, file);
  if (done && ::rename(temporary.c_str(), file.c_str()) != 0) {
    done = failed(file, "the file cannot be replaced", errno);
  }
  if (!done) {
    ::unlink(temporary.c_str());
    return done;
  }
  const fs::path folder = file.parent_path();
  return sync_folder(folder.empty() ? "." : folder);
}

}  // namespace porthole::collection
