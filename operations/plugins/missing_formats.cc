#include "operations/plugins/missing_formats.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

#include "base/text/format.h"
#include "operations/plugins/plugin_packages.h"
#include "plugins/tool_folders.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;

/// True if the program came as a Debian package, and so do its plug-ins.
bool came_as_package() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path() == "/usr/bin" &&
         fs::exists("/usr/share/doc/porthole/copyright", ignored);
}

void add_once(std::vector<std::string>& list, std::string_view value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.emplace_back(value);
}

MissingFormats missing_of(const PluginPackage& package, const fs::path& folder, bool packaged) {
  MissingFormats missing;
  missing.name = package.name;
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
    if (is_program_installed(program)) continue;
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

std::string_view package_reading(std::string_view media_type) {
  // The plug-ins say it themselves (FormatSummarizer::formats()), and cannot where they are
  // missing. A type that ends in a slash or a dot stands for all that begin with it.
  constexpr std::pair<std::string_view, std::string_view> kReads[] = {
      {"application/zip", "archives"},
      {"application/x-tar", "archives"},
      {"application/gzip", "archives"},
      {"application/x-bzip2", "archives"},
      {"application/x-xz", "archives"},
      {"application/x-7z-compressed", "archives"},
      {"application/java-archive", "archives"},
      {"application/vnd.debian.binary-package", "archives"},
      {"application/x-rpm", "archives"},
      {"application/vnd.openxmlformats-officedocument.", "archives"},
      {"application/vnd.oasis.opendocument.", "archives"},
      {"application/epub+zip", "archives"},
      {"image/", "images"},
      {"message/", "mail"},
      {"application/mbox", "mail"},
      {"application/msword", "office97"},
      {"application/vnd.ms-excel", "office97"},
      {"application/vnd.ms-powerpoint", "office97"},
      {"application/vnd.ms-office", "office97"},
      {"application/x-ole-storage", "office97"},
      {"audio/", "sound"},
  };
  for (const auto& [type, package] : kReads) {
    const bool is_beginning = type.ends_with('/') || type.ends_with('.');
    if (is_beginning ? media_type.starts_with(type) : media_type == type) return package;
  }
  return {};
}

std::string package_of_program(std::string_view program) {
  for (const PluginPackage& package : plugin_packages()) {
    for (const auto& [name, debian] : package.programs) {
      if (name == program) return std::string(debian);
    }
  }
  return {};
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

}  // namespace porthole::operations
