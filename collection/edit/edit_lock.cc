#include "collection/edit/edit_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <map>
#include <thread>

#include "base/descriptor.h"

namespace porthole::collection {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::milliseconds kPause{5};

struct Held {
  Descriptor folder;
  int times = 0;
};

/// The folders that this process has locked, behind a mutex that the locks of a thread hold.
struct OwnLocks {
  std::recursive_timed_mutex mutex;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Held> held;
};

OwnLocks& own_locks() {
  static OwnLocks locks;
  return locks;
}

tl::unexpected<Error> busy(const fs::path& folder) {
  return fail(ErrorCode::kBusy, "another command is changing " + folder.string(),
              "run the same command again when it is done");
}

tl::unexpected<Error> cannot_lock(const fs::path& folder) {
  return fail(ErrorCode::kStorage, "cannot lock " + folder.string() + ": " + std::strerror(errno),
              "keep the collection on a file system with locks (flock), such as a local disk");
}

}  // namespace

EditLock::EditLock(std::unique_lock<std::recursive_timed_mutex> own, FolderId id)
    : own_(std::move(own)), id_(std::move(id)) {}

EditLock::EditLock(EditLock&& other) noexcept = default;

EditLock::~EditLock() {
  if (!own_.owns_lock()) return;
  auto& held = own_locks().held;
  const auto found = held.find(id_);
  if (--found->second.times == 0) held.erase(found);
}

Result<EditLock> EditLock::take(const fs::path& folder) {
  const Clock::time_point deadline = Clock::now() + kPatience;
  std::unique_lock own(own_locks().mutex, deadline);
  if (!own.owns_lock()) return busy(folder);
  Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open && (errno == ENOENT || errno == ENOTDIR || errno == EACCES)) return EditLock();
  struct stat status {};
  if (!open || ::fstat(open.number(), &status) != 0) return cannot_lock(folder);
  const FolderId id(status.st_dev, status.st_ino);
  auto& held = own_locks().held;
  const auto found = held.find(id);
  if (found != held.end()) {
    ++found->second.times;
    return EditLock(std::move(own), id);
  }
  while (::flock(open.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return cannot_lock(folder);
    if (Clock::now() > deadline) return busy(folder);
    std::this_thread::sleep_for(kPause);
  }
  held.try_emplace(id, Held{std::move(open), 1});
  return EditLock(std::move(own), id);
}

}  // namespace porthole::collection
