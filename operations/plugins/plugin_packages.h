#pragma once

/// The plug-ins of this project that need more than the program itself, by dependencies.
///
/// Source: cmake/PortholePluginPackages.cmake, from which the build makes the table.

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole::operations {

struct PluginPackage {
  std::string_view name;                  ///< "pdf", of the Debian package porthole-plugin-pdf.
  std::string_view reads;                 ///< The formats, for people.
  std::vector<std::string_view> plugins;  ///< Libraries without suffix.
  std::vector<std::string_view> build;    ///< Debian packages that they are built with.
  /// Programs that they run, each with its Debian package.
  std::vector<std::pair<std::string_view, std::string_view>> programs;
};

std::span<const PluginPackage> plugin_packages();

}  // namespace porthole::operations
