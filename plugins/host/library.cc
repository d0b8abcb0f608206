#include "plugins/host/library.h"

#include <Poco/ClassLoader.h>
#include <Poco/Exception.h>
#include <Poco/SharedLibrary.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <utility>

#include "base/text/text.h"

namespace porthole::plugins {
namespace {

namespace fs = std::filesystem;

using Loader = Poco::ClassLoader<Plugin>;
using AbiFunction = int (*)();

constexpr const char* kAbiSymbol = "porthole_plugin_abi";

/// Never destroyed: code of a plug-in may be running until the process ends.
Loader& loader() {
  static Loader* const loader = new Loader;
  return *loader;
}

/// "" or what makes `path` something that anybody could have put there.
std::string why_not_trusted(const fs::path& path, mode_t kind) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0 || (about.st_mode & S_IFMT) != kind) {
    return kind == S_IFDIR ? "is not a folder" : "is not a file";
  }
  return (about.st_mode & S_IWOTH) != 0 ? "can be written by everybody" : "";
}

/// The message of an exception, cleaned for display.
std::string words_of(const std::exception& exception) { return clean_utf8(exception.what()); }

/// Asks the library for its number before anything else of it is used.
Result<void> check_abi(const fs::path& file) {
  Poco::SharedLibrary library(file.string(), Poco::SharedLibrary::SHLIB_LOCAL);
  if (!library.hasSymbol(kAbiSymbol)) {
    return fail(ErrorCode::kInvalid,
                file.string() + " is not a plug-in: it does not declare its interface version",
                "a plug-in exports porthole_plugin_abi(); see docs/plugins.md");
  }
  const int abi = reinterpret_cast<AbiFunction>(library.getSymbol(kAbiSymbol))();
  if (abi == kPluginAbi) return {};
  return fail(ErrorCode::kInvalid,
              file.string() + " was built for another interface or compiler (" +
                  std::to_string(abi) + ", this program has " + std::to_string(kPluginAbi) + ")",
              "build it again, with this program's headers and its compiler");
}

/// The manifest of a library, which is loaded when it is not yet.
Result<const Loader::Manif*> manifest_of(const fs::path& file) {
  static std::mutex mutex;  // isLibraryLoaded and loadLibrary are two steps
  const std::lock_guard lock(mutex);
  const std::string path = file.string();
  if (!loader().isLibraryLoaded(path)) {
    TRY(check_abi(file));
    loader().loadLibrary(path);
  }
  return &loader().manifestFor(path);
}

/// Runs `work` and converts exceptions to errors.
template <class Work>
auto contained(const fs::path& file, const std::string& what, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const Poco::Exception& exception) {
    return fail(ErrorCode::kInvalid,
                file.string() + " cannot be loaded: " + clean_utf8(exception.displayText()),
                "docs/plugins.md says what a plug-in has to have");
  } catch (const std::exception& exception) {
    return fail(ErrorCode::kInvalid, what + " failed at its start: " + words_of(exception), "");
  } catch (...) {
    return fail(ErrorCode::kInvalid, what + " failed at its start", "");
  }
}

}  // namespace

fs::path plugin_folder() {
  if (const char* named = std::getenv("PORTHOLE_PLUGINS"); named != nullptr && *named != '\0')
    return named;
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const fs::path installed = (here / "../lib/porthole/plugins").lexically_normal();
  return fs::exists(installed, ignored) ? installed : (here / "../lib/plugins").lexically_normal();
}

Result<fs::path> find_library(const std::string& name, const fs::path& folder) {
  const bool is_plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  if (!is_plain) {
    return fail(ErrorCode::kInvalid, "not a valid plug-in name: '" + name + "'",
                "use letters, digits, '_' and '-'");
  }
  std::error_code error;
  const fs::path home = fs::canonical(folder, error);
  const fs::path file = error ? fs::path() : fs::canonical(home / (name + ".so"), error);
  if (error) {
    return fail(ErrorCode::kInvalid, "there is no plug-in " + name + ".so in " + folder.string(),
                "install its package, or build the plug-ins (tools/build release); a folder "
                "elsewhere is named in "
                "the environment variable PORTHOLE_PLUGINS");
  }
  if (file.parent_path() != home) {
    return fail(
        ErrorCode::kInvalid,
        "the plug-in " + name + ".so leads out of " + home.string() + " to " + file.string(),
        "put the library itself into the folder");
  }
  for (const auto& [path, kind] :
       {std::pair(home, mode_t{S_IFDIR}), std::pair(file, mode_t{S_IFREG})}) {
    if (const std::string why = why_not_trusted(path, kind); !why.empty()) {
      return fail(ErrorCode::kInvalid,
                  "the plug-in " + name + ".so is not loaded: " + path.string() + " " + why,
                  why.starts_with("can") ? "take that right away: chmod o-w " + path.string() : "");
    }
  }
  return file;
}

Result<std::vector<std::string>> classes_in(const fs::path& file) {
  return contained(file, file.string(), [&]() -> Result<std::vector<std::string>> {
    TRY_AS(manifest, manifest_of(file));
    std::vector<std::string> classes;
    for (auto each = (*manifest)->begin(); each != (*manifest)->end(); ++each)
      classes.emplace_back(each->name());
    std::sort(classes.begin(), classes.end());
    return classes;
  });
}

Result<std::unique_ptr<Plugin>> make_plugin(const fs::path& file, const std::string& class_name) {
  return contained(file, class_name, [&]() -> Result<std::unique_ptr<Plugin>> {
    TRY_AS(manifest, manifest_of(file));
    // Not by Loader::create(): two libraries may have a class of one name.
    const auto found = (*manifest)->find(class_name);
    if (found != (*manifest)->end()) return std::unique_ptr<Plugin>(found->create());
    const Result<std::vector<std::string>> classes = classes_in(file);
    const std::string near = classes ? nearest_name(class_name, *classes) : "";
    return fail(ErrorCode::kInvalid, "there is no class " + class_name + " in " + file.string(),
                near.empty() ? "" : "did you mean " + near + "?");
  });
}

}  // namespace porthole::plugins
