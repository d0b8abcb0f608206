#include "operations/plugins/missing_formats.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "gatherer/crawl/unread_pages.h"
#include "plugins/host/plugin_host.h"
#include "plugins/tool_folders.h"
#include "search/presentation/value_words.h"

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

/// A program or plug-in that documents lack, with the package of plug-ins that reads them.
struct Lack {
  std::string program;  ///< "" where a plug-in is missing.
  std::string plugin;
  std::string package;
  auto operator<=>(const Lack&) const = default;
};

/// "PDF files", "e-mail files".
std::string files_of(const std::string& type) {
  if (type.empty()) return "documents";
  std::string name = search::type_in_words(type);
  const bool is_word = name.size() > 1 && name[1] >= 'a' && name[1] <= 'z';
  if (is_word) name = ascii_lower(name.substr(0, 1)) + name.substr(1);
  return name.ends_with(" file") ? name + "s" : name + " files";
}

/// The plug-in that would read the type, if it is missing.
std::optional<Lack> lacking_plugin(const std::vector<MissingFormats>& missing,
                                   std::string_view type) {
  const std::string_view package = package_reading(type);
  if (package.empty()) return std::nullopt;
  const auto found = std::ranges::find(missing, package, &MissingFormats::name);
  if (found == missing.end() || found->plugins.empty()) return std::nullopt;
  return Lack{"", join(found->plugins, ", "), std::string(package)};
}

std::optional<Lack> lack_of(const repository::UnreadRecord& unread,
                            const std::vector<MissingFormats>& missing) {
  if (!unread.is_page) return lacking_plugin(missing, gatherer::unread_type(unread.why).type);
  const std::string_view program = missing_program(unread.why);
  if (program.empty()) return std::nullopt;
  return Lack{std::string(program), "", ""};
}

UnreadFormat described(const std::string& files, const Lack& lack, std::int64_t count,
                       const std::vector<MissingFormats>& missing) {
  UnreadFormat out{files, count, {}, {}};
  if (lack.program.empty()) {
    out.missing = "the plug-in " + lack.plugin;
    out.remedy = advice_on({*std::ranges::find(missing, lack.package, &MissingFormats::name)});
  } else if (!is_program_installed(lack.program)) {
    out.missing = lack.program;
    const std::string package = package_of_program(lack.program);
    if (!package.empty()) out.remedy = "sudo apt install " + package;
  }
  return out;
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

Result<std::vector<UnreadFormat>> unread_formats(repository::Repository& repository) {
  TRY_AS(unread, repository.pages().unread());
  std::vector<UnreadFormat> formats;
  if (unread->empty()) return formats;
  const std::vector<MissingFormats> missing = missing_formats(plugins::plugin_folder());
  std::map<std::pair<Lack, std::string>, std::int64_t> counts;
  for (const repository::UnreadRecord& one : *unread) {
    const std::optional<Lack> lack = lack_of(one, missing);
    if (!lack) continue;
    const std::string type =
        one.is_page ? one.type : std::string(gatherer::unread_type(one.why).type);
    ++counts[{*lack, files_of(type)}];
  }
  for (const auto& [what, count] : counts)
    formats.push_back(described(what.second, what.first, count, missing));
  std::ranges::stable_sort(formats, std::greater(), &UnreadFormat::count);
  return formats;
}

std::string unread_in_words(const UnreadFormat& unread) {
  const bool is_one = unread.count == 1;
  const std::string files = is_one ? unread.files.substr(0, unread.files.size() - 1) : unread.files;
  const std::string have = with_commas(unread.count) + " " + files + (is_one ? " has" : " have");
  if (unread.missing.empty()) return have + " no text yet: what was missing is installed now";
  return have + " no text: " + unread.missing + " is missing";
}

std::string unread_remedy(const UnreadFormat& unread, const std::string& update) {
  const std::string it = unread.count == 1 ? "it" : "them";
  if (unread.missing.empty()) return update + " reads " + it;
  const std::string install = unread.remedy.empty() ? "install " + unread.missing : unread.remedy;
  return install + "; " + update + " reads " + it + " then";
}

nlohmann::ordered_json unread_as_json(const std::vector<UnreadFormat>& unread) {
  auto list = nlohmann::ordered_json::array();
  for (const UnreadFormat& one : unread)
    list.push_back({{"files", one.files},
                    {"count", one.count},
                    {"missing", one.missing},
                    {"remedy", one.remedy}});
  return list;
}

}  // namespace porthole::operations
