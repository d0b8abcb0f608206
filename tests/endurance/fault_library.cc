// A library to be preloaded (LD_PRELOAD) that makes file operations of a program fail, or logs
// them, so that a power loss can be simulated afterwards. Only files below one folder count.
// tests/endurance/faults.py uses it. It also moves the clock, for tests/endurance/diary.py.
//
//   PORTHOLE_FAULT_BELOW   the folder, an absolute path
//   PORTHOLE_FAULT_CALLS   which operations count: read, write, sync, rename, open, truncate, with
//   commas
//   PORTHOLE_FAULT_AT      the operation that fails, from 1; 0 or absent: none does
//   PORTHOLE_FAULT_ERROR   ENOSPC or EIO
//   PORTHOLE_FAULT_LASTS   "once", or "on" for all that follow, too
//   PORTHOLE_FAULT_COUNTER a file of 8 bytes, in which operations are counted (as the machine
//   stores a 64-bit number) PORTHOLE_FAULT_LOG     a file to which each change of a file's content
//   and each sync is appended
//   PORTHOLE_FAULT_AHEAD   seconds by which the clock of the day is ahead
//
// A line of the log is followed by bytes for a write: "write PATH\nOFFSET OLD_SIZE OLD_BYTES
// NEW_BYTES\n", the old bytes of the range that existed, the new bytes; "truncate PATH\nSIZE
// OLD_SIZE OLD_BYTES 0\n" and the bytes cut off; "sync PATH\n0 0 0 0\n".

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <string>
#include <string_view>

namespace {

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// The plan, as the environment has it.
class Plan {
 public:
  Plan()
      : below_(setting("PORTHOLE_FAULT_BELOW")),
        calls_(',' + setting("PORTHOLE_FAULT_CALLS") + ','),
        at_(std::strtoll(setting("PORTHOLE_FAULT_AT").c_str(), nullptr, 10)),
        error_(setting("PORTHOLE_FAULT_ERROR") == "ENOSPC" ? ENOSPC : EIO),
        lasts_(setting("PORTHOLE_FAULT_LASTS") == "on") {
    const std::string counter = setting("PORTHOLE_FAULT_COUNTER");
    if (!counter.empty()) map_counter(counter);
    const std::string log = setting("PORTHOLE_FAULT_LOG");
    if (!log.empty())
      log_ = next<int(const char*, int, ...)>("open")(
          log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  }

  bool counts(std::string_view path) const { return !below_.empty() && path.starts_with(below_); }
  bool logs() const { return log_ >= 0; }

  /// True if this operation is to fail; errno is set then.
  bool fails(const char* call) {
    if (calls_.find(',' + std::string(call) + ',') == std::string::npos) return false;
    const std::int64_t number = ++*counter_;
    if (at_ == 0 || number < at_ || (number > at_ && !lasts_)) return false;
    errno = error_;
    return true;
  }

  void append(const std::string& entry) {
    const std::lock_guard lock(mutex_);
    const auto write = next<ssize_t(int, const void*, std::size_t)>("write");
    for (std::string_view rest = entry; !rest.empty();) {
      const ssize_t written = write(log_, rest.data(), rest.size());
      if (written <= 0) std::abort();  // A log with a gap would lie.
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

 private:
  void map_counter(const std::string& file) {
    const int descriptor =
        next<int(const char*, int, ...)>("open")(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0 || ::posix_fallocate(descriptor, 0, sizeof(std::int64_t)) != 0) return;
    void* shared =
        ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (shared != MAP_FAILED) counter_ = static_cast<std::atomic<std::int64_t>*>(shared);
    ::close(descriptor);
  }

  const std::string below_, calls_;
  const std::int64_t at_;
  const int error_;
  const bool lasts_;
  std::atomic<std::int64_t> own_counter_ = 0;
  std::atomic<std::int64_t>* counter_ = &own_counter_;
  int log_ = -1;
  std::mutex mutex_;
};

Plan& plan() {
  static Plan* const made = new Plan;  // Used until the last moment of the process.
  return *made;
}

time_t seconds_ahead() {
  static const time_t seconds = std::strtoll(setting("PORTHOLE_FAULT_AHEAD").c_str(), nullptr, 10);
  return seconds;
}

std::string path_of(int descriptor) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = ::readlink(link.c_str(), path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

std::string absolute(int folder, const char* path) {
  if (path[0] == '/') return path;
  char here[4096];
  if (folder != AT_FDCWD) return path_of(folder) + '/' + path;
  return ::getcwd(here, sizeof here) == nullptr ? std::string() : std::string(here) + '/' + path;
}

std::int64_t size_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? std::int64_t{status.st_size} : 0;
}

std::string bytes_at(int descriptor, std::int64_t offset, std::int64_t size) {
  std::string bytes(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)), '\0');
  // A file that is open for writing alone is read by a second descriptor.
  const int reader =
      next<int(const char*, int, ...)>("open")(path_of(descriptor).c_str(), O_RDONLY | O_CLOEXEC);
  const auto pread = next<ssize_t(int, void*, std::size_t, off_t)>("pread");
  const ssize_t got = reader < 0 ? 0 : pread(reader, bytes.data(), bytes.size(), offset);
  if (reader >= 0) ::close(reader);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return bytes;
}

std::string entry(const char* what, const std::string& path, std::int64_t offset,
                  std::int64_t old_size, const std::string& old_bytes, std::string_view new_bytes) {
  return std::string(what) + ' ' + path + '\n' + std::to_string(offset) + ' ' +
         std::to_string(old_size) + ' ' + std::to_string(old_bytes.size()) + ' ' +
         std::to_string(new_bytes.size()) + '\n' + old_bytes + std::string(new_bytes);
}

/// Runs `write` unless it is to fail, and logs it. `offset` below 0: where the descriptor is.
template <class Write>
ssize_t write_or_fail(int descriptor, const void* bytes, std::size_t size, std::int64_t offset,
                      Write write) {
  const std::string path = path_of(descriptor);
  if (!plan().counts(path)) return write();
  if (plan().fails("write")) return -1;
  if (!plan().logs()) return write();
  if (offset < 0) {
    const bool appends = (::fcntl(descriptor, F_GETFL) & O_APPEND) != 0;
    offset = appends ? size_of(descriptor) : std::int64_t{::lseek(descriptor, 0, SEEK_CUR)};
  }
  const std::int64_t old_size = size_of(descriptor);
  const auto wanted = std::min<std::int64_t>(static_cast<std::int64_t>(size), old_size - offset);
  const std::string old_bytes = bytes_at(descriptor, offset, wanted);
  // Before the write: what a kill between the two leaves in the log alone is never lost by it.
  plan().append(
      entry("write", path, offset, old_size, old_bytes, {static_cast<const char*>(bytes), size}));
  return write();
}

template <class Truncate>
int truncate_or_fail(int descriptor, std::int64_t size, Truncate truncate) {
  const std::string path = path_of(descriptor);
  if (!plan().counts(path)) return truncate();
  if (plan().fails("truncate")) return -1;
  if (plan().logs()) {
    const std::int64_t old_size = size_of(descriptor);
    plan().append(
        entry("truncate", path, size, old_size, bytes_at(descriptor, size, old_size - size), {}));
  }
  return truncate();
}

template <class Sync>
int sync_or_fail(int descriptor, Sync sync) {
  const std::string path = path_of(descriptor);
  if (!plan().counts(path)) return sync();
  if (plan().fails("sync")) return -1;
  const int done = sync();
  if (done == 0 && plan().logs()) plan().append(entry("sync", path, 0, 0, "", {}));
  return done;
}

bool read_fails(int descriptor) {
  return plan().counts(path_of(descriptor)) && plan().fails("read");
}

bool open_fails(int folder, const char* path, int flags) {
  return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0 && plan().counts(absolute(folder, path)) &&
         plan().fails("open");
}

bool rename_fails(int folder, const char* path) {
  return plan().counts(absolute(folder, path)) && plan().fails("rename");
}

mode_t mode_in(int flags, va_list& rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
}

}  // namespace

// In place of the C library's.
extern "C" {

#define PORTHOLE_OPEN(name)                                            \
  int name(const char* path, int flags, ...) {                         \
    va_list rest;                                                      \
    va_start(rest, flags);                                             \
    const mode_t mode = mode_in(flags, rest);                          \
    va_end(rest);                                                      \
    if (open_fails(AT_FDCWD, path, flags)) return -1;                  \
    return next<int(const char*, int, ...)>(#name)(path, flags, mode); \
  }
PORTHOLE_OPEN(open)
PORTHOLE_OPEN(open64)

#define PORTHOLE_OPENAT(name)                                                       \
  int name(int folder, const char* path, int flags, ...) {                          \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    const mode_t mode = mode_in(flags, rest);                                       \
    va_end(rest);                                                                   \
    if (open_fails(folder, path, flags)) return -1;                                 \
    return next<int(int, const char*, int, ...)>(#name)(folder, path, flags, mode); \
  }
PORTHOLE_OPENAT(openat)
PORTHOLE_OPENAT(openat64)

ssize_t read(int descriptor, void* bytes, size_t size) {
  if (read_fails(descriptor)) return -1;
  return next<ssize_t(int, void*, size_t)>("read")(descriptor, bytes, size);
}
#define PORTHOLE_PREAD(name, offset_type)                                                          \
  ssize_t name(int descriptor, void* bytes, size_t size, offset_type offset) {                     \
    if (read_fails(descriptor)) return -1;                                                         \
    return next<ssize_t(int, void*, size_t, offset_type)>(#name)(descriptor, bytes, size, offset); \
  }
PORTHOLE_PREAD(pread, off_t)
PORTHOLE_PREAD(pread64, off64_t)

ssize_t write(int descriptor, const void* bytes, size_t size) {
  return write_or_fail(descriptor, bytes, size, -1, [&] {
    return next<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, size);
  });
}
#define PORTHOLE_PWRITE(name, offset_type)                                                        \
  ssize_t name(int descriptor, const void* bytes, size_t size, offset_type offset) {              \
    return write_or_fail(descriptor, bytes, size, offset, [&] {                                   \
      return next<ssize_t(int, const void*, size_t, offset_type)>(#name)(descriptor, bytes, size, \
                                                                         offset);                 \
    });                                                                                           \
  }
PORTHOLE_PWRITE(pwrite, off_t)
PORTHOLE_PWRITE(pwrite64, off64_t)

#define PORTHOLE_TRUNCATE(name, size_type)                                                       \
  int name(int descriptor, size_type size) noexcept {                                            \
    return truncate_or_fail(descriptor, size,                                                    \
                            [&] { return next<int(int, size_type)>(#name)(descriptor, size); }); \
  }
PORTHOLE_TRUNCATE(ftruncate, off_t)
PORTHOLE_TRUNCATE(ftruncate64, off64_t)

int fsync(int descriptor) {
  return sync_or_fail(descriptor, [&] { return next<int(int)>("fsync")(descriptor); });
}
int fdatasync(int descriptor) {
  return sync_or_fail(descriptor, [&] { return next<int(int)>("fdatasync")(descriptor); });
}

int rename(const char* from, const char* to) noexcept {
  if (rename_fails(AT_FDCWD, to)) return -1;
  return next<int(const char*, const char*)>("rename")(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  if (rename_fails(to_folder, to)) return -1;
  return next<int(int, const char*, int, const char*, unsigned)>("renameat2")(from_folder, from,
                                                                              to_folder, to, flags);
}

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int done = next<int(clockid_t, timespec*)>("clock_gettime")(clock, time);
  if (done == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    time->tv_sec += seconds_ahead();
  return done;
}
time_t time(time_t* out) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != nullptr) *out = now.tv_sec;
  return now.tv_sec;
}
int gettimeofday(timeval* out, void*) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}

}  // extern "C"
