#include "console/access/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace porthole::console {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnerFile = 0600;
constexpr mode_t kOwnerFolder = 0700;

tl::unexpected<Error> failed(const fs::path& file, const char* attempt, int number) {
  Error error;
  error.code = ErrorCode::kStorage;
  if (number == EACCES || number == EPERM || number == EROFS || number == ELOOP)
    error.code = ErrorCode::kPermission;
  if (number == ENOSPC || number == EDQUOT) error.code = ErrorCode::kDiskFull;
  error.message = std::string(attempt) + ": " + std::strerror(number);
  error.file = file.string();
  return fail(std::move(error));
}

}  // namespace

Result<void> make_private_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (::mkdir(folder.c_str(), kOwnerFolder) == 0 || errno == EEXIST) return {};
  return failed(folder, "the console's folder cannot be made", errno);
}

Result<Descriptor> open_private_log(const fs::path& file) {
  Descriptor out(
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kOwnerFile));
  if (!out) return failed(file, "the file cannot be opened", errno);
  return out;
}

Result<void> write_all(const Descriptor& out, std::string_view text, const fs::path& file) {
  while (!text.empty()) {
    const ssize_t count = ::write(out.number(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return failed(file, "writing the file failed", errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

Result<void> write_private_file(const fs::path& file, std::string_view text) {
  const fs::path next = file.string() + ".new";
  ::unlink(next.c_str());
  const Descriptor out(::open(next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerFile));
  if (!out) return failed(file, "the file cannot be made", errno);
  if (auto written = write_all(out, text, file); !written) return written;
  if (::rename(next.c_str(), file.c_str()) != 0)
    return failed(file, "the file cannot be replaced", errno);
  return {};
}

std::string read_small_file(const fs::path& file, std::size_t most) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  std::string text(in ? most : 0, '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t count = ::read(in.number(), text.data() + filled, text.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    filled += static_cast<std::size_t>(count);
  }
  text.resize(filled);
  return text;
}

}  // namespace porthole::console
