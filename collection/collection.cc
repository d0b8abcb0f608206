#include "collection/collection.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/specification_parts.h"

namespace porthole::collection {

namespace {

namespace fs = std::filesystem;

Error about(const fs::path& path, ErrorCode code, std::string message, std::string hint = {}) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.file = path.string();
  error.hint = std::move(hint);
  return error;
}

Error system_error(const fs::path& path, const std::error_code& code, const std::string& what) {
  ErrorCode kind = ErrorCode::kStorage;
  if (code == std::errc::permission_denied || code == std::errc::operation_not_permitted ||
      code == std::errc::read_only_file_system) {
    kind = ErrorCode::kPermission;
  }
  if (code == std::errc::no_space_on_device || code.value() == EDQUOT) kind = ErrorCode::kDiskFull;
  return about(path, kind, what + ": " + code.message());
}

/// Makes `folder` and the folders above it; fills `made` with those that were not there, outermost
/// first.
Result<void> make_folders(const fs::path& folder, std::vector<fs::path>& made) {
  std::error_code code;
  if (folder.empty() || fs::is_directory(folder, code)) return {};
  if (Result<void> above = make_folders(folder.parent_path(), made); !above) return above;
  code.clear();
  if (fs::create_directory(folder, code)) made.push_back(folder);
  if (code) return fail(system_error(folder, code, "the folder cannot be made"));
  return {};
}

void remove_made(const std::vector<fs::path>& made) {
  std::error_code ignored;
  for (auto folder = made.rbegin(); folder != made.rend(); ++folder) fs::remove(*folder, ignored);
}

namespace fs = std::filesystem;

constexpr std::size_t kLargest = 16 << 20;

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

Result<Collection> Collection::open(const fs::path& folder) {
  if (folder.empty()) return fail(ErrorCode::kUsage, "DIR is empty", "name a collection's folder");
  Collection collection;
  collection.folder_ = fs::absolute(folder).lexically_normal();
  std::error_code error;
  if (!fs::exists(collection.specification_file(), error)) {
    if (error == std::errc::permission_denied)
      return fail(system_error(folder, error, "the folder cannot be read"));
    return fail(
        about(folder, ErrorCode::kNotFound, "there is no collection here (no porthole.xml)",
              "porthole new " + shell_word(folder.string()) + " --topic \"PHRASE\" --seed URL"));
  }
  TRY_AS(read, read_specification(collection.specification_file()));
  collection.specification_ = std::move(*read);
  return collection;
}

Collection Collection::of(std::filesystem::path folder, Specification specification) {
  Collection collection;
  collection.folder_ = std::move(folder);
  collection.specification_ = std::move(specification);
  return collection;
}

Result<Collection> Collection::create(const fs::path& folder, const std::string& specification) {
  const fs::path place = fs::absolute(folder).lexically_normal();
  const fs::path file = place / "porthole.xml";
  std::error_code ignored;
  if (fs::exists(file, ignored)) {
    return fail(about(
        folder, ErrorCode::kInvalid, "a collection is already there",
        "choose another folder, or go on with: porthole gather " + shell_word(folder.string())));
  }
  std::vector<fs::path> made;
  const auto undo = [&](const Error& error) {
    fs::remove(file, ignored);
    remove_made(made);
    return fail(error);
  };
  if (Result<void> done = make_folders(place / "archive", made); !done) return undo(done.error());
  if (Result<void> done = replace_file(file, specification); !done) return undo(done.error());
  Result<Collection> opened = open(folder);
  if (!opened) return undo(opened.error());
  return opened;
}

fs::path Collection::repository_file() const {
  const std::string scheme = "sqlite:";
  const std::string& storage = specification_.storage;
  return folder_ / (storage.starts_with(scheme) ? storage.substr(scheme.size()) : storage);
}

Result<std::vector<fs::path>> shares_of(const Collection& collection) {
  return shares_in(collection.specification_file());
}

Result<std::vector<fs::path>> shares_in(const fs::path& file) {
  std::vector<fs::path> folders;
  const Result<std::string> text = xml::read_file(file, kLargest);
  if (!text && text.error().code == ErrorCode::kNotFound) return folders;
  if (!text) return fail(text.error());
  TRY_AS(root, xml::read_tree(*text, file.string()));
  const xml::XmlElement* shares = root->child("shares");
  if (shares == nullptr) return folders;
  const SpecificationPlace place(file);
  for (const xml::XmlElement& other : shares->children) {
    fs::path folder = (place.path_of(other, "folder") / "").parent_path();
    if (folder == place.file().parent_path()) {
      return fail(place.error_at(other, "a collection shares with others, not with itself",
                                 "name the folder of another collection"));
    }
    folders.push_back(std::move(folder));
  }
  return folders;
}

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
