#include "plugins/formats/program/program_file.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace porthole {
namespace {

namespace fs = std::filesystem;

bool is_plain(const std::string& name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

bool everybody_can_write(const fs::path& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) != 0 || (about.st_mode & S_IWOTH) != 0;
}

}  // namespace

ProgramFile find_program_file(const std::string& name, const std::string& folder) {
  if (!is_plain(name)) {
    return {"", "not a valid program name: '" + name + "'; use letters, digits, '_', '-' and '.'"};
  }
  std::error_code error;
  const fs::path home = fs::canonical(folder, error);
  const fs::path file = error ? fs::path() : fs::canonical(home / name, error);
  if (error) return {"", "there is no program " + name + " in " + folder + "; put it there"};
  if (file.parent_path() != home) {
    return {"", "the program " + name + " leads out of " + home.string() + " to " + file.string() +
                    "; put the program itself into the folder"};
  }
  if (!fs::is_regular_file(file, error) || ::access(file.c_str(), X_OK) != 0) {
    return {"", file.string() + " cannot be run: chmod +x " + file.string()};
  }
  for (const fs::path& path : {home, file}) {
    if (everybody_can_write(path)) {
      return {"", path.string() + " can be written by everybody: chmod o-w " + path.string()};
    }
  }
  return {file.string(), ""};
}

std::string folder_of_this_library() {
  Dl_info about{};
  if (::dladdr(reinterpret_cast<void*>(&folder_of_this_library), &about) == 0) return "";
  return fs::path(about.dli_fname).parent_path().string();
}

}  // namespace porthole
