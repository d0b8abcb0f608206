#include "console/access/noted_address.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <vector>

#include "console/access/private_file.h"
#include "console/access/sessions.h"

namespace porthole::console {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBegin = "url-";
constexpr std::size_t kNameDigits = 16;
constexpr std::size_t kLongestUrl = 1024;

std::vector<fs::path> noted_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().filename().string().starts_with(kBegin)) files.push_back(at->path());
  }
  return files;
}

/// The console that made `file` runs: it has the lock.
bool is_held(const fs::path& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  return in && ::flock(in.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace

Result<NotedAddress> NotedAddress::note(const fs::path& folder, const std::string& url) {
  std::error_code ignored;
  for (const fs::path& file : noted_files(folder)) {
    if (!is_held(file)) fs::remove(file, ignored);
  }
  // The file gets its name when it is locked: before, it would be taken for that of a console that
  // was killed.
  const std::string name = random_token().substr(0, kNameDigits);
  const fs::path next = folder / ("new-" + name);
  const fs::path file = folder / (kBegin + name);
  TRY_AS(open, open_private_log(next));
  NotedAddress noted(next, std::move(*open));
  if (::flock(noted.open_.number(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::kStorage, "cannot lock " + next.string() + ": " + std::strerror(errno),
                "keep the collection on a file system with locks (flock), such as a local disk");
  }
  TRY(write_all(noted.open_, url, next));
  if (::rename(next.c_str(), file.c_str()) != 0) {
    return fail(ErrorCode::kStorage, "cannot make " + file.string() + ": " + std::strerror(errno),
                "check that the folder exists and may be written");
  }
  noted.file_ = file;
  return noted;
}

NotedAddress::~NotedAddress() {
  std::error_code ignored;
  if (!file_.empty()) fs::remove(file_, ignored);
}

std::string noted_address(const fs::path& folder) {
  std::string url;
  fs::file_time_type newest = fs::file_time_type::min();
  for (const fs::path& file : noted_files(folder)) {
    if (!is_held(file)) continue;
    std::error_code error;
    const fs::file_time_type made = fs::last_write_time(file, error);
    if (error || (!url.empty() && made < newest)) continue;
    newest = made;
    url = read_small_file(file, kLongestUrl);
  }
  return url;
}

}  // namespace porthole::console
