#pragma once

/// Output of exports, to standard output or a file: stops early when the reader closes it, and
/// reports write errors.

#include <filesystem>
#include <fstream>
#include <string>

#include "base/result.h"
#include "porthole/common.h"

namespace porthole::cli {

/// True while standard output accepts data; long exports check it to stop early.
bool export_goes_on();

/// Reports the error of `done`, or of standard output. Returns the exit code, `code` if there was
/// none.
int export_finished(const Result<void>& done, int code, const Common& common);

/// Receives what is written to std::cout while it is open. The file of this name, or the one that a
/// symbolic link of this name leads to, has the old bytes or all of the new ones: they are written
/// to FILE.PROCESS.part beside it, which then takes its name. A pipe or a device is written to.
class ExportFile {
 public:
  explicit ExportFile(const std::string& file);
  /// Restores std::cout, and removes the part unless keep() was called.
  ~ExportFile();
  ExportFile(const ExportFile&) = delete;
  ExportFile& operator=(const ExportFile&) = delete;

  /// Errors: kPermission, kNotFound or kStorage, with the file.
  Result<void> open();
  /// Errors: kDiskFull or kStorage.
  Result<void> keep();

 private:
  void restore();
  tl::unexpected<Error> not_written() const;  ///< By errno.

  std::filesystem::path file_, part_;  ///< One path where bytes are written to the file itself.
  std::ofstream stream_;
  std::streambuf* before_ = nullptr;
  bool kept_ = false;
};

}  // namespace porthole::cli
