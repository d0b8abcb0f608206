#include "operations/plugins/unread_formats.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "gatherer/crawl/unread_pages.h"
#include "operations/plugins/missing_formats.h"
#include "plugins/host/plugin_host.h"
#include "plugins/tool_folders.h"
#include "search/presentation/value_words.h"

namespace porthole::operations {
namespace {

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
