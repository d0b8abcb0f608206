#include "indexer/termination.h"

#include <xapian.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace porthole::indexer {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kHardlyAny = std::uintmax_t{1}
                                      << 20;  // Less than a commit of the index needs.

struct Told {
  fs::path folder;
  std::function<void(const Error&)> tell;
};
std::unique_ptr<Told> told;

/// The message of the current exception, "" without one.
std::string thrown() {
  const std::exception_ptr exception = std::current_exception();
  if (exception == nullptr) return {};
  try {
    std::rethrow_exception(exception);
  } catch (const Xapian::Error& error) {
    return ": " + error.get_msg();
  } catch (...) {
    return {};
  }
}

/// The first error is lost by now, so the free space of the disk decides.
Error last_error(const fs::path& folder) {
  Error error;
  error.file = folder.string();
  if (is_disk_full(folder)) {
    error.code = ErrorCode::kDiskFull;
    error.message = "no space left for the index";
    error.hint = "make room and run the same command again; what was committed is safe";
  } else {
    error.code = ErrorCode::kStorage;
    error.message = "the index cannot be written, and Xapian cannot go on after that" + thrown();
    error.hint = "check the disk and run the same command again; what was committed is safe";
  }
  return error;
}

[[noreturn]] void tell_and_end() {
  if (const auto last = std::exchange(told, nullptr)) last->tell(last_error(last->folder));
  std::abort();
}

}  // namespace

bool is_disk_full(const fs::path& folder) {
  std::error_code unknown;
  const fs::space_info space = fs::space(folder.parent_path(), unknown);
  return !unknown && space.available < kHardlyAny;
}

TerminationGuard::TerminationGuard(const fs::path& folder, std::function<void(const Error&)> tell) {
  if (!tell) return;
  told = std::make_unique<Told>(Told{folder, std::move(tell)});
  before_ = std::set_terminate(tell_and_end);
  set_ = true;
}

TerminationGuard::~TerminationGuard() {
  if (!set_) return;
  std::set_terminate(before_);
  told.reset();
}

}  // namespace porthole::indexer
