#include "operations/plugins/new_plugin.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <utility>

namespace porthole::embedded {
std::string_view new_plugin_file(
    std::string_view name);  // porthole/plugins/project_templates/, put here by the build
}  // namespace porthole::embedded

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;

struct Template {
  const char* source;  ///< A file of porthole/plugins/project_templates/.
  std::string target;
  bool is_program = false;
};

std::vector<Template> templates_of(PluginProject project, const std::string& name) {
  if (project == PluginProject::kProgram) {
    return {{"program.in", name, true},
            {"program_README.md.in", "README.md"},
            {"example.in", "example." + name},
            {"test.in", "test", true}};
  }
  return {{"CMakeLists.txt.in", "CMakeLists.txt"},
          {"plugin.cc.in", name + ".cc"},
          {"README.md.in", "README.md"},
          {"example.in", "example." + name}};
}

/// "chess_games" -> "ChessGames".
std::string in_upper_camel(std::string_view name) {
  std::string out;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') out += begins && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = c == '_';
  }
  return out;
}

std::string with_values(std::string_view text,
                        const std::vector<std::pair<std::string, std::string>>& values) {
  std::string out(text);
  for (const auto& [name, value] : values) {
    for (std::size_t at = out.find(name); at != std::string::npos; at = out.find(name, at))
      out.replace(at, name.size(), value);
  }
  return out;
}

bool is_valid_name(std::string_view name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

Result<void> write_file(const fs::path& file, const std::string& text, bool is_program) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  std::error_code error;
  if (out && is_program) {
    fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add, error);
  }
  if (out && !error) return {};
  return fail(ErrorCode::kPermission, "cannot write " + file.string(),
              "check the permissions and the space of the folder");
}

}  // namespace

Result<std::vector<std::string>> write_plugin_project(const fs::path& folder,
                                                      const std::string& name,
                                                      PluginProject project) {
  if (!is_valid_name(name)) {
    return fail(ErrorCode::kUsage, "not a valid plug-in name: '" + name + "'",
                "use lower-case letters, digits and '_', and begin with a letter");
  }
  std::error_code error;
  if (fs::exists(folder, error)) {
    return fail(ErrorCode::kInvalid, folder.string() + " exists already",
                "choose another name, or run the command in another folder");
  }
  if (!fs::create_directories(folder, error)) {
    return fail(ErrorCode::kPermission,
                "cannot make the folder " + folder.string() + ": " + error.message(),
                "run the command in a folder that you can write");
  }
  std::vector<std::string> files;
  for (const Template& one : templates_of(project, name)) {
    const std::string text = with_values(embedded::new_plugin_file(one.source),
                                         {{"@name@", name},
                                          {"@class@", in_upper_camel(name) + "Summarizer"},
                                          {"@version@", PORTHOLE_VERSION}});
    TRY(write_file(folder / one.target, text, one.is_program));
    files.push_back(one.target);
  }
  return files;
}

}  // namespace porthole::operations
