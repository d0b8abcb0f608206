#include "repository/replace.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "repository/sqlite/sqlite_database.h"

namespace porthole::repository {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBeside[] = {"-wal", "-shm"};

fs::path beside(const fs::path& file, const char* suffix) {
  fs::path path = file;
  return path += suffix;
}

tl::unexpected<Error> cannot(const std::string& doing, const fs::path& file,
                             const std::error_code& why) {
  const bool full = why == std::errc::no_space_on_device;
  Error error;
  error.code = full                                  ? ErrorCode::kDiskFull
               : why == std::errc::permission_denied ? ErrorCode::kPermission
                                                     : ErrorCode::kStorage;
  error.file = file.string();
  error.message = "cannot " + doing + ": " + why.message();
  error.hint = "run the same command again; nothing was lost";
  return fail(std::move(error));
}

/// Brings the names in a folder to disk.
Result<void> sync_names(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  const std::error_code why(errno, std::generic_category());
  if (descriptor >= 0) ::close(descriptor);
  if (!synced) return cannot("bring the folder to disk", folder, why);
  return {};
}

/// Writes the log into the file, which is then complete without it.
Result<void> fold_log(const fs::path& file) {
  {
    TRY_AS(database, SqliteDatabase::open(file, true));
    if (auto folded = (*database)->execute("PRAGMA wal_checkpoint(TRUNCATE)"); !folded)
      return folded;
  }
  std::error_code ignored;
  for (const char* suffix : kBeside) fs::remove(beside(file, suffix), ignored);
  return {};
}

/// Sets the old file aside under a second name, so that it stays in place, too, until it is
/// replaced; and its log, which must not be taken for that of the new file.
Result<void> set_aside(const fs::path& file, const fs::path& aside) {
  std::error_code error;
  fs::create_directories(aside, error);
  if (error) return cannot("make the folder", aside, error);
  const fs::path kept = aside / file.filename();
  if (fs::is_directory(file, error)) {  // No repository, whatever it is.
    fs::rename(file, kept, error);
    if (error) return cannot("set the folder aside", file, error);
  }
  if (fs::exists(file, error) && !fs::exists(kept, error)) {
    fs::create_hard_link(file, kept, error);
    if (error) fs::copy_file(file, kept, error);  // A file system without hard links.
    if (error) return cannot("set the file aside", file, error);
  }
  for (const char* suffix : kBeside) {
    const fs::path log = beside(file, suffix);
    if (!fs::exists(fs::symlink_status(log, error))) continue;  // A link to nothing is there, too.
    fs::rename(log, beside(kept, suffix), error);
    if (error) return cannot("set the file aside", log, error);
  }
  return sync_names(aside);
}

}  // namespace

fs::path waiting_replacement(const fs::path& file) {
  return file.parent_path() / "repaired" / file.filename();
}

Result<void> let_replacement_wait(const fs::path& made, const fs::path& file) {
  if (auto folded = fold_log(made); !folded) return folded;
  const fs::path waiting = waiting_replacement(file).parent_path();
  std::error_code error;
  fs::rename(made.parent_path(), waiting, error);
  if (error) return cannot("move the folder", made.parent_path(), error);
  return sync_names(file.parent_path());
}

Result<void> replace_by_waiting(const fs::path& file, const fs::path& aside) {
  const fs::path waiting = waiting_replacement(file);
  if (auto kept = set_aside(file, aside); !kept) return kept;
  std::error_code error;
  fs::rename(waiting, file, error);
  if (error) return cannot("put the file in place", waiting, error);
  fs::remove_all(waiting.parent_path(), error);
  return sync_names(file.parent_path());
}

}  // namespace porthole::repository
