#include "porthole/export_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>
#include <utility>

#include "porthole/output.h"

namespace porthole::cli {
namespace {

namespace fs = std::filesystem;

int first_error = 0;  // errno of the first failed write.

}  // namespace

bool export_goes_on() {
  if (!std::cout && first_error == 0) first_error = errno;
  return static_cast<bool>(std::cout);
}

int export_finished(const Result<void>& done, int code, const Common& common) {
  if (!done) return report(done.error(), common);
  std::cout << std::flush;
  if (export_goes_on()) return code;
  const std::string why = first_error == 0 ? "" : ": " + std::string(std::strerror(first_error));
  return report({first_error == ENOSPC ? ErrorCode::kDiskFull : ErrorCode::kStorage,
                 "writing the export failed" + why, "", 0, 0,
                 "free space on the disk that it is written to, and export again"},
                common);
}

ExportFile::ExportFile(const std::string& file) : file_(file) {}

ExportFile::~ExportFile() {
  restore();
  std::error_code ignored;
  if (stream_.is_open()) stream_.close();
  if (!kept_ && part_ != file_) fs::remove(part_, ignored);
}

void ExportFile::restore() {
  if (before_ != nullptr) std::cout.rdbuf(std::exchange(before_, nullptr));
}

Result<void> ExportFile::open() {
  std::error_code missing;
  const fs::file_status status = fs::status(file_, missing);
  if (fs::is_regular_file(status)) file_ = fs::canonical(file_, missing);
  const bool is_replaced = fs::is_regular_file(status) || !fs::exists(status);
  part_ = file_;
  if (is_replaced) part_ += "." + std::to_string(::getpid()) + ".part";
  errno = fs::is_directory(status) ? EISDIR : 0;
  if (errno == 0) stream_.open(part_, std::ios::binary | std::ios::trunc);
  if (!stream_.is_open()) {
    return fail(errno == EACCES || errno == EROFS ? ErrorCode::kPermission : ErrorCode::kStorage,
                file_.string() + " cannot be written: " + std::strerror(errno),
                "name a file in a folder that exists and that you may write to");
  }
  before_ = std::cout.rdbuf(stream_.rdbuf());
  return {};
}

tl::unexpected<Error> ExportFile::not_written() const {
  return fail(errno == ENOSPC ? ErrorCode::kDiskFull : ErrorCode::kStorage,
              file_.string() + " could not be written: " + std::strerror(errno),
              "free space on its disk, and export again");
}

Result<void> ExportFile::keep() {
  restore();
  stream_.close();
  if (part_ == file_) {
    if (stream_) return {};
    return not_written();
  }
  const int descriptor = ::open(part_.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_safe = stream_ && descriptor >= 0 && ::fsync(descriptor) == 0;
  if (descriptor >= 0) ::close(descriptor);
  if (!is_safe || ::rename(part_.c_str(), file_.c_str()) != 0) return not_written();
  kept_ = true;
  return {};
}

}  // namespace porthole::cli
