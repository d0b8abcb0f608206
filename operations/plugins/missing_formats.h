#pragma once

/// Formats that the plug-ins of this project could read, and that this machine lacks something for.
///
/// Source: cmake/PortholePluginPackages.cmake. Thread safety: all functions, any thread.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::operations {

struct MissingFormats {
  std::string name;                  ///< The package of plug-ins: "pdf".
  std::string reads;                 ///< The formats, for people.
  std::vector<std::string> plugins;  ///< Plug-ins that are not installed.
  std::vector<std::string>
      programs;  ///< Programs that an installed one runs, and that are missing.
  std::vector<std::string> packages;  ///< Debian packages that bring what is missing.
  bool build_again = false;           ///< The packages are libraries to build the plug-ins with.
};

/// `plugins`: the folder of the plug-ins. Where the environment variable PORTHOLE_PLUGINS names it,
/// plug-ins that are not there are not missing.
std::vector<MissingFormats> missing_formats(const std::filesystem::path& plugins);

/// The name of the PluginPackage whose plug-ins read the media type; "" for others.
std::string_view package_reading(std::string_view media_type);

/// The Debian package of a program that the plug-ins run; "" for other programs.
std::string package_of_program(std::string_view program);

/// "images: size, camera: missing the plug-in images".
std::string missing_parts(const MissingFormats& missing);

/// The command that installs what is missing, and what to do after it: "sudo apt install
/// libexiv2-dev, then build and install Porthole again". `missing` is not empty.
std::string advice_on(const std::vector<MissingFormats>& missing);

}  // namespace porthole::operations
