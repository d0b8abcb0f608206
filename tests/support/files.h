#pragma once

/// Reads and writes whole files.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace porthole::testing {

inline std::string read_whole_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_whole_file(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace porthole::testing
