#include "porthole/plugins/missing_formats.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

#include "base/text/format.h"
#include "plugins/tool_folders.h"
#include "porthole/plugins/plugin_packages.h"

namespace porthole::cli {
namespace {

namespace fs = std::filesystem;

bool is_installed(const std::string& program) {
  return std::any_of(std::begin(kToolFolders), std::end(kToolFolders), [&](const char* folder) {
    return ::access((folder + program).c_str(), X_OK) == 0;
  });
}

/// True if the program came as a Debian package, and so do its plug-ins.
bool came_as_package() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored) == "/usr/bin/porthole" &&
         fs::exists("/usr/share/doc/porthole/copyright", ignored);
}

void add_once(std::vector<std::string>& list, std::string_view value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.emplace_back(value);
}

MissingFormats missing_of(const PluginPackage& package, const fs::path& folder, bool packaged) {
  MissingFormats missing;
  missing.reads = package.reads;
  std::error_code ignored;
  for (const std::string_view plugin : package.plugins) {
    if (!fs::exists(folder / (std::string(plugin) + ".so"), ignored))
      missing.plugins.emplace_back(plugin);
  }
  // A folder that the user names has the plug-ins that the user put there.
  if (std::getenv("PORTHOLE_PLUGINS") != nullptr) {
    if (missing.plugins.size() == package.plugins.size()) return {};
    missing.plugins.clear();
  }
  if (!missing.plugins.empty()) {
    if (packaged) {
      missing.packages = {"porthole-plugin-" + std::string(package.name)};  // brings its programs
      return missing;
    }
    missing.build_again = true;
    missing.packages.assign(package.build.begin(), package.build.end());
  }
  for (const auto& [program, debian] : package.programs) {
    if (is_installed(std::string(program))) continue;
    missing.programs.emplace_back(program);
    add_once(missing.packages, debian);
  }
  return missing;
}

}  // namespace

std::vector<MissingFormats> missing_formats(const fs::path& plugins) {
  const bool packaged = came_as_package();
  std::vector<MissingFormats> all;
  for (const PluginPackage& package : plugin_packages()) {
    MissingFormats missing = missing_of(package, plugins, packaged);
    if (!missing.plugins.empty() || !missing.programs.empty()) all.push_back(std::move(missing));
  }
  return all;
}

std::string missing_parts(const MissingFormats& missing) {
  std::vector<std::string> parts;
  if (!missing.plugins.empty()) parts.push_back("the plug-in " + join(missing.plugins, ", "));
  if (!missing.programs.empty()) parts.push_back("the program " + join(missing.programs, ", "));
  return missing.reads + ": missing " + join(parts, "; ");
}

std::string advice_on(const std::vector<MissingFormats>& missing) {
  std::set<std::string> packages;
  bool build_again = false;
  for (const MissingFormats& one : missing) {
    packages.insert(one.packages.begin(), one.packages.end());
    build_again = build_again || one.build_again;
  }
  const std::string install = "sudo apt install " + join({packages.begin(), packages.end()});
  if (!build_again) return install;
  return (packages.empty() ? "" : install + ", then ") + "build and install Porthole again";
}

}  // namespace porthole::cli
