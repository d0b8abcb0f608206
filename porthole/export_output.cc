#include "porthole/export_output.h"

#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>

#include "porthole/output.h"

namespace porthole::cli {
namespace {

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
                 "free space on the disk that standard output is written to, and export again"},
                common);
}

}  // namespace porthole::cli
