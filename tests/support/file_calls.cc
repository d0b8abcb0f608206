#include "tests/support/file_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <filesystem>
#include <string_view>
#include <utility>

namespace porthole::testing {
namespace {

thread_local int calls_left = 0;  // until the one that fails; 0: none is to fail
thread_local int failure = 0;

bool fails_now() {
  if (calls_left == 0 || --calls_left > 0) return false;
  errno = failure;
  return true;
}

thread_local int opens_left = 0;  // until the one that fails; 0: none is to fail
thread_local int open_failure = 0;
thread_local std::string failing_path;  // Its end.

bool open_fails_now(std::string_view path) {
  if (opens_left == 0 || !path.ends_with(failing_path) || --opens_left > 0) return false;
  errno = open_failure;
  return true;
}

void note_sync(int file) {
  std::error_code ignored;
  const auto place =
      std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored);
  synced_files().push_back(place.filename());
}

}  // namespace

FailingCall::FailingCall(int number, int error) {
  calls_left = number;
  failure = error;
}
FailingCall::~FailingCall() { calls_left = 0; }
bool FailingCall::happened() const { return calls_left == 0; }

FailingOpen::FailingOpen(int number, std::string path, int error) {
  opens_left = number;
  open_failure = error;
  failing_path = std::move(path);
}
FailingOpen::~FailingOpen() { opens_left = 0; }
bool FailingOpen::happened() const { return opens_left == 0; }

std::vector<std::string>& synced_files() {
  thread_local std::vector<std::string> files;
  return files;
}

}  // namespace porthole::testing

using porthole::testing::fails_now;
using porthole::testing::open_fails_now;

namespace {

int open_file(const char* path, int flags, va_list more) {
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  if (fails_now() || open_fails_now(path)) return -1;
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

long read_file(int file, void* bytes, std::size_t size, long offset) {
  return fails_now() ? -1 : ::syscall(SYS_pread64, file, bytes, size, offset);
}

long write_file(int file, const void* bytes, std::size_t size, long offset) {
  return fails_now() ? -1 : ::syscall(SYS_pwrite64, file, bytes, size, offset);
}

int truncate_file(int file, long size) {
  return fails_now() ? -1 : static_cast<int>(::syscall(SYS_ftruncate, file, size));
}

int measure_file(int file, void* about) {
  return fails_now() ? -1 : static_cast<int>(::syscall(SYS_fstat, file, about));
}

}  // namespace

// In place of the C library's, by both names that it has for each: which one a source file uses
// depends on its compiler options. The names here are others, since headers declare those.
extern "C" {

#define PORTHOLE_OPEN(function, name)                           \
  int function(const char* path, int flags, ...) __asm__(name); \
  int function(const char* path, int flags, ...) {              \
    va_list more;                                               \
    va_start(more, flags);                                      \
    const int opened = open_file(path, flags, more);            \
    va_end(more);                                               \
    return opened;                                              \
  }
PORTHOLE_OPEN(test_open, "open")
PORTHOLE_OPEN(test_open64, "open64")
#undef PORTHOLE_OPEN

long test_pread(int file, void* bytes, std::size_t size, long offset) __asm__("pread");
long test_pread(int file, void* bytes, std::size_t size, long offset) {
  return read_file(file, bytes, size, offset);
}
long test_pread64(int file, void* bytes, std::size_t size, long offset) __asm__("pread64");
long test_pread64(int file, void* bytes, std::size_t size, long offset) {
  return read_file(file, bytes, size, offset);
}

long test_pwrite(int file, const void* bytes, std::size_t size, long offset) __asm__("pwrite");
long test_pwrite(int file, const void* bytes, std::size_t size, long offset) {
  return write_file(file, bytes, size, offset);
}
long test_pwrite64(int file, const void* bytes, std::size_t size, long offset) __asm__("pwrite64");
long test_pwrite64(int file, const void* bytes, std::size_t size, long offset) {
  return write_file(file, bytes, size, offset);
}

int test_ftruncate(int file, long size) __asm__("ftruncate");
int test_ftruncate(int file, long size) { return truncate_file(file, size); }
int test_ftruncate64(int file, long size) __asm__("ftruncate64");
int test_ftruncate64(int file, long size) { return truncate_file(file, size); }

int test_fstat(int file, void* about) __asm__("fstat");
int test_fstat(int file, void* about) { return measure_file(file, about); }
int test_fstat64(int file, void* about) __asm__("fstat64");
int test_fstat64(int file, void* about) { return measure_file(file, about); }

int test_fdatasync(int file) __asm__("fdatasync");
int test_fdatasync(int file) {
  porthole::testing::note_sync(file);
  return fails_now() ? -1 : static_cast<int>(::syscall(SYS_fdatasync, file));
}
int test_fsync(int file) __asm__("fsync");
int test_fsync(int file) { return fails_now() ? -1 : static_cast<int>(::syscall(SYS_fsync, file)); }
int test_flock(int file, int operation) __asm__("flock");
int test_flock(int file, int operation) {
  return fails_now() ? -1 : static_cast<int>(::syscall(SYS_flock, file, operation));
}

}  // extern "C"
