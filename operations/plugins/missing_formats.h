#pragma once

/// Formats that the plug-ins of this project could read, and that this machine lacks something for;
/// the documents of a collection that have no text for that reason.
///
/// Thread safety: all functions, any thread.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "repository/repository.h"

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

/// Plug-ins of this project that need more than the program itself, by dependencies. Source:
/// cmake/PortholePluginPackages.cmake, from which the build makes the table.
struct PluginPackage {
  std::string_view name;                  ///< "pdf", of the Debian package porthole-plugin-pdf.
  std::string_view reads;                 ///< The formats, for people.
  std::vector<std::string_view> plugins;  ///< Libraries without suffix.
  std::vector<std::string_view> build;    ///< Debian packages that they are built with.
  /// Programs that they run, each with its Debian package.
  std::vector<std::pair<std::string_view, std::string_view>> programs;
};

std::span<const PluginPackage> plugin_packages();

/// Documents of a collection that have no text since a program or a plug-in is missing, for as long
/// as it is.
struct UnreadFormat {
  std::string files;  ///< "PDF files", of the kind that search pages name.
  std::int64_t count = 0;
  std::string missing;  ///< "pdfinfo", "the plug-in office"; "" if it is there by now.
  std::string remedy;   ///< "sudo apt install poppler-utils"; "" if nothing is missing, or unknown.
};

/// By format, most files first. Errors: those of the repository.
Result<std::vector<UnreadFormat>> unread_formats(repository::Repository& repository);

/// "8 PDF files have no text: pdfinfo is missing".
std::string unread_in_words(const UnreadFormat& unread);
/// The remedy in words, where `update` names the command that reads them: "sudo apt install
/// poppler-utils; porthole update papers reads them then".
std::string unread_remedy(const UnreadFormat& unread, const std::string& update);
nlohmann::ordered_json unread_as_json(const std::vector<UnreadFormat>& unread);

}  // namespace porthole::operations
