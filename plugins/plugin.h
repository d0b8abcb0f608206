#pragma once

/// What every plug-in is: a class with a name, a version and options, in a shared library.
///
/// There are four kinds, each with a header of its own:
///
///   plugins/protocol_handler.h   speaks a protocol that is not the web's
///   plugins/format_summarizer.h  reads a file format
///   plugins/strategy_plugin.h    decides which URL is fetched first
///   plugins/scope_rule.h         decides which URLs belong to the collection
///
/// A library may hold any number of classes of any kind. It exports two things:
///
///   #include <Poco/ClassLibrary.h>
///   #include "plugins/format_summarizer.h"
///
///   extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }
///
///   POCO_BEGIN_MANIFEST(porthole::Plugin)      // in the global namespace, nowhere else
///   POCO_EXPORT_CLASS(example::ChessSummarizer)  // the name as class="..." of a specification has it
///   POCO_END_MANIFEST
///
/// The host asks the library for its number before anything else of it is used, then makes an
/// object of each class and asks it what it is (about() and what its kind declares besides), then
/// checks the options, and calls configure() with them. A class has a constructor without
/// arguments that does nothing slow.
///
/// Protocol handlers and summarizers run in worker processes, strategies and scope rules in the
/// process of the crawl. Only types of the standard library and of base/document.h cross the
/// border, so both sides are built by one compiler. A library stays loaded until its process ends.
///
/// docs/plugins.md shows how one is built, installed and named.

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/option.h"

namespace porthole {

/// Raised whenever a header of plugins/, base/document.h or base/link.h changes what a compiled
/// plug-in relies on. New virtual functions are only ever added at the end of a class.
inline constexpr int kPluginVersion = 4;

/// What porthole_plugin_abi() returns: this version, the compiler's ABI and that of std::string. A
/// library with another number is not loaded.
inline constexpr int kPluginAbi =
    (kPluginVersion * 10'000 + __GXX_ABI_VERSION) * 10 + _GLIBCXX_USE_CXX11_ABI;

enum class PluginKind : std::uint8_t { kProtocol, kSummarizer, kStrategy, kScopeRule };

/// What a plug-in says of itself.
struct PluginAbout {
  std::string name;     ///< Short, in lower case: "pdf", "nntp".
  std::string version;  ///< Of the plug-in: "1.0".
  std::string help;     ///< One line for people: "Text and metadata of PDF files, by pdftotext".
  std::vector<OptionDeclaration> options{};
};

/// Implemented through one of the four kinds, never itself.
///
/// Thread safety: none needed; all functions of one object are called one at a time.
class __attribute__((visibility("default"))) Plugin {
 public:
  virtual ~Plugin() = default;

  virtual PluginKind kind() const = 0;

  /// The same at every call, and before configure().
  virtual PluginAbout about() const = 0;

  /// Takes the checked options, once, before the first use. Returns "" or what is wrong with them
  /// together, as a sentence without a full stop.
  virtual std::string configure(const OptionValues& options) {
    (void)options;
    return {};
  }
};

}  // namespace porthole
