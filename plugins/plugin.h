#pragma once

/// Plugin: the common base of all plug-in interfaces: a class with a name, a version and options,
/// in a shared library.
///
/// There are four kinds, each with its own header:
///
///   plugins/protocol_handler.h   fetches URLs of other protocols than HTTP
///   plugins/format_summarizer.h  reads a file format
///   plugins/strategy_plugin.h    rates URLs for the crawl
///   plugins/scope_rule.h         decides which URLs belong to the collection
///
/// A library may hold any number of classes of any kind. It exports two things:
///
///   #include <Poco/ClassLibrary.h>
///   #include "plugins/format_summarizer.h"
///
///   extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }
///
///   POCO_BEGIN_MANIFEST(porthole::Plugin)      // must be in the global namespace
///   POCO_EXPORT_CLASS(example::ChessSummarizer)  // the name for class="..." of a specification
///   POCO_END_MANIFEST
///
/// The host first checks the library's ABI number, then creates an object of each class and reads
/// its declaration (about() and that of its kind), then validates the options, and calls
/// configure() with them. A class needs a fast constructor without arguments.
///
/// Protocol handlers and summarizers run in sandbox processes, strategies and scope rules in the
/// crawl process. Only types of the standard library and of base/document.h cross the interface, so
/// both sides must be built by one compiler. Libraries are never unloaded.
///
/// docs/plugins.md explains how to build, install and use a plug-in.

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/option.h"

namespace porthole {

/// Incremented whenever a header of plugins/, base/document.h or base/link.h changes the ABI. New
/// virtual functions are only added at the end of a class.
inline constexpr int kPluginVersion = 6;

/// The value of porthole_plugin_abi(): this version, the compiler's ABI and that of std::string. A
/// library with another number is rejected.
inline constexpr int kPluginAbi =
    (kPluginVersion * 10'000 + __GXX_ABI_VERSION) * 10 + _GLIBCXX_USE_CXX11_ABI;

enum class PluginKind : std::uint8_t { kProtocol, kSummarizer, kStrategy, kScopeRule };

/// The declaration of a plug-in.
struct PluginAbout {
  std::string name;     ///< Short, in lower case: "pdf", "nntp".
  std::string version;  ///< The plug-in's version: "1.0".
  std::string help;     ///< One line for people: "Text and metadata of PDF files, by pdftotext".
  std::vector<OptionDeclaration> options{};
};

/// Base class; derive from one of the four kinds only.
///
/// Thread safety: none needed; the functions of one object are called one at a time.
class __attribute__((visibility("default"))) Plugin {
 public:
  virtual ~Plugin() = default;

  virtual PluginKind kind() const = 0;

  /// Must return the same value at every call, also before configure().
  virtual PluginAbout about() const = 0;

  /// Takes the validated options, once, before the first use. Returns "" or a problem of their
  /// combination, as a sentence without a full stop.
  virtual std::string configure(const OptionValues& options) {
    (void)options;
    return {};
  }
};

}  // namespace porthole
