// file: for documents of this machine, below the folder that the option `root` names.
//
// A path is opened without being read first (O_PATH), and what was opened is asked where it really
// is: so nothing can be swapped between the look and the reading. Each document has one URL:
// whatever else leads to it below the root (a symbolic link, a folder without its slash, a query)
// is redirected there.

#include <Poco/ClassLibrary.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/percent_encode.h"
#include "base/descriptor.h"
#include "base/text.h"
#include "base/url.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/file/folder_page.h"

namespace porthole {
namespace {

/// Its place in /proc: reading that link tells the path, opening it opens the very same thing again.
std::string link_of(const Descriptor& thing) { return "/proc/self/fd/" + std::to_string(thing.number()); }

ProtocolAnswer refusal(int status, std::string why) {
  ProtocolAnswer answer;
  answer.status = status;
  answer.headers = {{"content-type", "text/plain; charset=utf-8"}};
  answer.body = std::move(why);
  return answer;
}

/// What a failed system call means to whoever asks.
ProtocolAnswer refusal_for(int error) {
  switch (error) {
    case EACCES:
    case EPERM: return refusal(403, "not readable");
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP: return refusal(404, "not there");
    default: return refusal(500, "cannot be read");
  }
}

/// By the end of the name; what is not listed is for the reader of the bytes to find out.
std::string_view content_type_of(std::string_view path) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kTypes{{
      {".html", "text/html"},
      {".htm", "text/html"},
      {".xhtml", "application/xhtml+xml"},
      {".xml", "application/xml"},
      {".rdf", "application/rdf+xml"},
      {".txt", "text/plain"},
      {".text", "text/plain"},
      {".md", "text/markdown"},
      {".csv", "text/csv"},
      {".pdf", "application/pdf"},
      {".ps", "application/postscript"},
      {".rtf", "application/rtf"},
      {".png", "image/png"},
      {".gif", "image/gif"},
      {".jpg", "image/jpeg"},
      {".jpeg", "image/jpeg"},
  }};
  const std::string name = ascii_lower(path);
  for (const auto& [suffix, type] : kTypes) {
    if (name.ends_with(suffix)) return type;
  }
  return "application/octet-stream";
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// The names in a folder in order, hidden ones left out, as are devices, sockets and pipes. Stops
/// when the names alone have `limit` bytes. Absent when it cannot be read; errno says why.
std::optional<std::vector<std::string>> names_in(const Descriptor& folder, std::int64_t limit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(link_of(folder).c_str()), ::closedir);
  if (!open) return std::nullopt;
  std::vector<std::string> names;
  std::int64_t bytes = 0;
  while (bytes < limit) {
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr) break;
    const bool listed = entry->d_type == DT_REG || entry->d_type == DT_DIR ||
                        entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN;
    if (entry->d_name[0] == '.' || !listed) continue;
    names.emplace_back(entry->d_name);
    if (entry->d_type == DT_DIR) names.back() += '/';
    bytes += static_cast<std::int64_t>(names.back().size());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class FileHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "file",
            .version = "1.0",
            .help = "Documents of this machine, below one folder",
            .options = {{.name = "root",
                         .type = OptionType::kFolder,
                         .help = "the folder that may be read",
                         .required = true}}};
  }
  Manners manners() const override { return {.schemes = {"file"}, .has_hosts = false}; }
  std::string configure(const OptionValues& options) override;
  ProtocolAnswer fetch(const ProtocolRequest& request) override;

 private:
  ProtocolAnswer found(const Descriptor& thing, const std::string& asked, const Url& url,
                       std::int64_t limit) const;
  ProtocolAnswer folder(const Descriptor& thing, const std::string& path, std::int64_t limit) const;
  static ProtocolAnswer file(const Descriptor& thing, const struct stat& about,
                             const std::string& path, std::int64_t limit);

  std::string root_;       // as it was given, without the final slash
  std::string real_root_;  // the same without symbolic links
};

std::string FileHandler::configure(const OptionValues& options) {
  root_ = std::filesystem::path(options.text("root")).lexically_normal().string();
  while (root_.ends_with('/')) root_.pop_back();
  if (root_.empty()) return "root is '/': name the folder that the documents are in";
  std::error_code error;
  real_root_ = std::filesystem::canonical(root_, error).string();
  if (error) return "root cannot be used: " + root_ + ": " + error.message();
  if (real_root_ == "/") return "root leads to '/': name the folder that the documents are in";
  return "";
}

ProtocolAnswer FileHandler::fetch(const ProtocolRequest& request) {
  const Result<Url> url = Url::parse(request.url);
  if (!url || url->scheme() != "file") return refusal(404, "no file: URL");
  if (!url->host().empty()) return refusal(403, "on another machine");
  const std::string path = percent_decode(url->path());
  const auto slashes = [](std::string_view text) {
    return std::count(text.begin(), text.end(), '/');
  };
  if (path.find('\0') != std::string::npos || slashes(path) != slashes(url->path())) {
    return refusal(404, "no name of a file");
  }
  // Not even a look is taken at what is elsewhere: whether it exists is nobody's business.
  if (path.find("/../") != std::string::npos || path.ends_with("/..") ||
      (!is_below(path, root_) && !is_below(path, real_root_))) {
    return refusal(403, "outside of the root");
  }
  const Descriptor thing(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!thing) return refusal_for(errno);
  return found(thing, path, *url, request.body_limit);
}

ProtocolAnswer FileHandler::found(const Descriptor& thing, const std::string& asked, const Url& url,
                                  std::int64_t limit) const {
  std::error_code error;
  const std::string real = std::filesystem::read_symlink(link_of(thing), error).string();
  struct stat about {};
  if (error || ::fstat(thing.number(), &about) != 0) return refusal(500, "cannot be read");
  if (!is_below(real, real_root_)) return refusal(403, "outside of the root");
  if (about.st_nlink == 0) return refusal(404, "not there");
  const bool is_folder = S_ISDIR(about.st_mode);
  if (!is_folder && !S_ISREG(about.st_mode)) return refusal(403, "neither a file nor a folder");

  const std::string path = root_ + real.substr(real_root_.size()) + (is_folder ? "/" : "");
  if (path != asked || !url.query().empty()) {
    ProtocolAnswer elsewhere = refusal(301, "");
    elsewhere.headers = {{"location", "file://" + encoded_path(path)}};
    return elsewhere;
  }
  return is_folder ? folder(thing, path, limit) : file(thing, about, path, limit);
}

ProtocolAnswer FileHandler::folder(const Descriptor& thing, const std::string& path,
                                   std::int64_t limit) const {
  const std::optional<std::vector<std::string>> names = names_in(thing, limit);
  if (!names) return refusal_for(errno);
  ProtocolAnswer answer;
  answer.status = 200;
  answer.headers = {{"content-type", "text/html; charset=utf-8"}};
  FolderPage page = folder_page(path, *names, limit);
  answer.body = std::move(page.html);
  answer.truncated = page.cut;
  return answer;
}

ProtocolAnswer FileHandler::file(const Descriptor& thing, const struct stat& about,
                                 const std::string& path, std::int64_t limit) {
  const Descriptor open(::open(link_of(thing).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!open) return refusal_for(errno);
  ProtocolAnswer answer;
  answer.status = 200;
  const WallTime changed{std::chrono::seconds(about.st_mtim.tv_sec)};
  answer.headers = {{"content-type", std::string(content_type_of(path))},
                    {"last-modified", format_http_date(changed)}};
  std::array<char, 64 << 10> piece{};
  while (static_cast<std::int64_t>(answer.body.size()) <= limit) {
    const ssize_t got = ::read(open.number(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refusal_for(errno);
    if (got == 0) break;
    answer.body.append(piece.data(), static_cast<std::size_t>(got));
  }
  answer.truncated = static_cast<std::int64_t>(answer.body.size()) > limit;
  if (answer.truncated) answer.body.resize(static_cast<std::size_t>(limit));
  return answer;
}

}  // namespace
}  // namespace porthole

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::FileHandler)
POCO_END_MANIFEST
