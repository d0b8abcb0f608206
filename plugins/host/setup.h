#pragma once

/// Which plug-ins a worker process uses, and with what options: what it gets before its first job.
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
  std::string name;     ///< As it calls itself: "pdf".
  std::string version;
  std::string file;     ///< The library.
  std::string class_name;
  OptionValues::List options;  ///< Checked, defaults filled in.
  Formats formats;             ///< Of a summarizer.
};

/// Addresses that may be spoken to although they are private, and at which ports (all when empty).
struct AllowedAddresses {
  std::vector<std::string> addresses;
  std::vector<std::pair<int, int>> ports;
};

struct Setup {
  std::vector<PluginUse> plugins;
  std::vector<AllowedAddresses> allow;  ///< For protocols.
  /// For summarizers: the classes and properties that schemas define, as documents name them; empty
  /// when they are not known.
  std::vector<std::string> words = {};
};

/// The frame, header and all; and back from its body.
std::string encode_setup(const Setup& setup);
std::optional<Setup> decode_setup(std::string_view body);

class FrameWriter;
class FrameReader;
void write_use(FrameWriter& writer, const PluginUse& use);
void read_use(FrameReader& reader, PluginUse& use);
void write_formats(FrameWriter& writer, const Formats& formats);
void read_formats(FrameReader& reader, Formats& formats);

}  // namespace porthole::plugins
