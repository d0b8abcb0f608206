#pragma once

/// The folders that programs of plug-ins (pdftotext, ctags) are searched in, and what is said of
/// one that is in none of them.
///
/// Thread safety: functions without state.

#include <unistd.h>

#include <string>
#include <string_view>

namespace porthole {

/// In this order; each ends in a slash.
inline constexpr const char* kToolFolders[] = {"/usr/local/bin/", "/usr/bin/", "/bin/"};

/// The path of a program; "" if it is not installed.
inline std::string path_of_program(std::string_view name) {
  for (const char* folder : kToolFolders) {
    std::string path = folder + std::string(name);
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}
inline bool is_program_installed(std::string_view name) { return !path_of_program(name).empty(); }

inline constexpr std::string_view kTheProgram = "the program ";
inline constexpr std::string_view kIsNotInstalled = " is not installed";

/// The text of ToolMissing, and so the status_detail of a page that could not be read for it.
inline std::string not_installed(std::string_view program) {
  return std::string(kTheProgram).append(program).append(kIsNotInstalled);
}
/// The program in a text that has not_installed() in it; "" in others.
inline std::string_view missing_program(std::string_view text) {
  const std::size_t end = text.find(kIsNotInstalled);
  if (end == std::string_view::npos) return {};
  const std::size_t begin = text.rfind(kTheProgram, end);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin + kTheProgram.size(), end - begin - kTheProgram.size());
}

}  // namespace porthole
