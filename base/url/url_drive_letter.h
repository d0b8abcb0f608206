#pragma once

/// Windows drive letters ("C:" and "C|") at the start of the path of a file URL.
/// Source: https://url.spec.whatwg.org/#windows-drive-letter, #start-with-a-windows-drive-letter

#include <string_view>

namespace porthole {

constexpr bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && ((text[0] | 0x20) >= 'a' && (text[0] | 0x20) <= 'z') &&
         (text[1] == ':' || text[1] == '|');
}

/// True if `text` is a drive letter, or one followed by a delimiter.
constexpr bool starts_with_drive_letter(std::string_view text) {
  constexpr std::string_view kDelimiters = "/\\?#";
  return is_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || kDelimiters.find(text[2]) != std::string_view::npos);
}

/// True if `path` has the form "/C:".
constexpr bool is_drive_path(std::string_view path) {
  return path.size() == 3 && path[0] == '/' && is_drive_letter(path.substr(1)) && path[2] == ':';
}

}  // namespace porthole
