#include "plugins/protocols/support/root_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/url/percent_encode.h"
#include "plugins/protocols/support/answers.h"

namespace porthole {
namespace {

tl::unexpected<ProtocolAnswer> refused(int status, std::string why) {
  return tl::make_unexpected(refusal(status, std::move(why)));
}

/// Its place in /proc: reading that link tells the path, opening it opens the very same thing
/// again.
std::string link_of(const Descriptor& thing) {
  return "/proc/self/fd/" + std::to_string(thing.number());
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

OptionDeclaration root_option() {
  return {.name = "root",
          .type = OptionType::kFolder,
          .help = "the folder that may be read",
          .required = true};
}

ProtocolAnswer refusal_for(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
      return refusal(403, "not readable");
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
      return refusal(404, "not there");
    default:
      return refusal(500, "cannot be read");
  }
}

std::string RootFolder::set(const std::string& root) {
  root_ = std::filesystem::path(root).lexically_normal().string();
  while (root_.ends_with('/')) root_.pop_back();
  if (root_.empty()) return "root is '/': name the folder that the documents are in";
  std::error_code error;
  real_root_ = std::filesystem::canonical(root_, error).string();
  if (error) return "root cannot be used: " + root_ + ": " + error.message();
  if (real_root_ == "/") return "root leads to '/': name the folder that the documents are in";
  return "";
}

tl::expected<FoundThing, ProtocolAnswer> RootFolder::find(const Url& url) const {
  if (!url.host().empty()) return refused(403, "on another machine");
  const std::string path = percent_decode(url.path());
  const auto slashes = [](std::string_view text) {
    return std::count(text.begin(), text.end(), '/');
  };
  if (path.find('\0') != std::string::npos || slashes(path) != slashes(url.path())) {
    return refused(404, "no name of a file");
  }
  // Not even a look is taken at what is elsewhere: whether it exists is nobody's business.
  if (path.find("/../") != std::string::npos || path.ends_with("/..") ||
      (!is_below(path, root_) && !is_below(path, real_root_))) {
    return refused(403, "outside of the root");
  }
  FoundThing found{Descriptor(::open(path.c_str(), O_PATH | O_CLOEXEC)), "", {}};
  if (!found.thing) return tl::make_unexpected(refusal_for(errno));
  std::error_code error;
  const std::string real = std::filesystem::read_symlink(link_of(found.thing), error).string();
  if (error || ::fstat(found.thing.number(), &found.about) != 0) {
    return refused(500, "cannot be read");
  }
  if (!is_below(real, real_root_)) return refused(403, "outside of the root");
  if (found.about.st_nlink == 0) return refused(404, "not there");
  if (!found.is_folder() && !S_ISREG(found.about.st_mode)) {
    return refused(403, "neither a file nor a folder");
  }
  found.path = root_ + real.substr(real_root_.size()) + (found.is_folder() ? "/" : "");
  return {std::move(found)};
}

std::optional<std::vector<std::string>> names_in(const FoundThing& folder, std::int64_t limit,
                                                 Hidden hidden) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(link_of(folder.thing).c_str()),
                                                 ::closedir);
  if (!open) return std::nullopt;
  std::vector<std::string> names;
  std::int64_t bytes = 0;
  while (bytes < limit) {
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    const bool listed = entry->d_type == DT_REG || entry->d_type == DT_DIR ||
                        entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN;
    if (!listed || name == "." || name == "..") continue;
    if (name.starts_with('.') && hidden == Hidden::kLeftOut) continue;
    names.emplace_back(name);
    if (entry->d_type == DT_DIR) names.back() += '/';
    bytes += static_cast<std::int64_t>(names.back().size());
  }
  std::sort(names.begin(), names.end());
  return names;
}

tl::expected<std::string, ProtocolAnswer> read_part(const FoundThing& file, std::int64_t offset,
                                                    std::int64_t limit) {
  const Descriptor open(
      ::open(link_of(file.thing).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!open) return tl::make_unexpected(refusal_for(errno));
  std::string bytes;
  std::array<char, 64 << 10> piece{};
  while (static_cast<std::int64_t>(bytes.size()) < limit) {
    const auto wanted =
        std::min<std::size_t>(piece.size(), static_cast<std::size_t>(limit) - bytes.size());
    const ssize_t got =
        ::pread(open.number(), piece.data(), wanted,
                static_cast<off_t>(offset + static_cast<std::int64_t>(bytes.size())));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::make_unexpected(refusal_for(errno));
    if (got == 0) break;
    bytes.append(piece.data(), static_cast<std::size_t>(got));
  }
  return bytes;
}

}  // namespace porthole
