#pragma once

/// The plug-ins and options of a sandbox process, sent to it before its first job.
///
/// Thread safety: all functions, any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/format_summarizer.h"
#include "plugins/option.h"

namespace porthole::plugins {

/// A class that was found, described and checked.
struct PluginUse {
  std::string name;  ///< Its own name: "pdf".
  std::string version;
  std::string file;  ///< The library.
  std::string class_name;
  OptionValues::List options;  ///< Checked, defaults filled in.
  Formats formats;             ///< For a summarizer.
};

/// Private addresses that may be connected to, and at which ports (all if empty).
struct AllowedAddresses {
  std::vector<std::string> addresses;
  std::vector<std::pair<int, int>> ports;
};

struct Setup {
  std::vector<PluginUse> plugins;
  std::vector<AllowedAddresses> allow;  ///< For protocols.
  /// For summarizers: names of the classes and properties that schemas define; empty if they are
  /// not known.
  std::vector<std::string> words = {};
};

/// The paths that a process with `uses` may read: the folders of the libraries, and the files and
/// folders whose absolute paths are values of options.
std::vector<std::string> readable_by(const std::vector<PluginUse>& uses);

/// Encodes the whole frame; decodes its body.
std::string encode_setup(const Setup& setup);
std::optional<Setup> decode_setup(std::string_view body);

class FrameWriter;
class FrameReader;
void write_use(FrameWriter& writer, const PluginUse& use);
void read_use(FrameReader& reader, PluginUse& use);
void write_formats(FrameWriter& writer, const Formats& formats);
void read_formats(FrameReader& reader, Formats& formats);

}  // namespace porthole::plugins
