#include "collection/private_files.h"

#include <system_error>

namespace porthole::collection {
namespace {

namespace fs = std::filesystem;

constexpr fs::perms kOthers = fs::perms::group_all | fs::perms::others_all;

Result<void> refused(const fs::path& file, const std::error_code& why) {
  Error error;
  error.code = ErrorCode::kPermission;
  error.file = file.string();
  error.message = "others cannot be kept from reading this: " + why.message();
  error.hint =
      "the collection holds what only its owner may read: put it where chmod works, and own all "
      "its files";
  return fail(std::move(error));
}

Result<void> close_to_others(const fs::path& file) {
  std::error_code why;
  fs::permissions(file, kOthers, fs::perm_options::remove | fs::perm_options::nofollow, why);
  if (why && why != std::errc::no_such_file_or_directory) return refused(file, why);
  return {};
}

}  // namespace

Result<void> make_private(const fs::path& folder) {
  if (auto closed = close_to_others(folder); !closed) return closed;
  std::error_code why;
  fs::recursive_directory_iterator entries(folder, why);
  for (; !why && entries != fs::recursive_directory_iterator(); entries.increment(why)) {
    if (entries->is_symlink(why)) continue;
    if (auto closed = close_to_others(entries->path()); !closed) return closed;
  }
  if (why && why != std::errc::no_such_file_or_directory) return refused(folder, why);
  return {};
}

bool is_private(const fs::path& folder) {
  std::error_code ignored;
  const fs::file_status status = fs::status(folder, ignored);
  return fs::exists(status) && (status.permissions() & kOthers) == fs::perms::none;
}

}  // namespace porthole::collection
