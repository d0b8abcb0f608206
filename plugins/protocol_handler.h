#pragma once

/// What a plug-in implements to speak a protocol that is not the web's.
///
/// In:  the options of its <protocol>, once; then URLs of its schemes, one after the other.
/// Out: answers in the form that HTTP gave them: a status, some headers, a body.
///
/// A plug-in is one shared library of its own in the plug-in folder, and exports two things:
///
///   #include <Poco/ClassLibrary.h>
///   #include "plugins/protocol_handler.h"
///
///   extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }
///
///   POCO_BEGIN_MANIFEST(porthole::ProtocolHandler)   // in the global namespace, nowhere else
///   POCO_EXPORT_CLASS(example::GopherHandler)        // the name as <protocol class="..."> has it
///   POCO_END_MANIFEST
///
/// docs/plugins.md says how it is built and where it is put. This header is all that a plug-in has
/// to include; only types of the standard library cross it, so both sides are built by one
/// compiler.
///
/// Every library that is loaded stays loaded until the process ends.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace porthole {

/// Raised whenever this header changes what a compiled plug-in relies on. New virtual functions are
/// only ever added at the end of a class.
inline constexpr int kProtocolVersion = 1;

/// What porthole_plugin_abi() returns: this version, the compiler's ABI and that of std::string. A
/// library with another number is not loaded.
inline constexpr int kPluginAbi =
    (kProtocolVersion * 10'000 + __GXX_ABI_VERSION) * 10 + _GLIBCXX_USE_CXX11_ABI;

struct ProtocolRequest {
  std::string url;              ///< Serialised by the URL standard, without a fragment.
  std::int64_t body_limit = 0;  ///< Bytes of the body that are wanted; the rest is cut off.
};

struct ProtocolAnswer {
  int status = 0;  ///< As of HTTP (RFC 9110 15), 200 to 599: 200, 301, 403, 404, 503, ...
  /// Name and value. Of use are content-type, last-modified (RFC 9110 5.6.7), location,
  /// x-robots-tag and retry-after; fields that describe a transfer (content-encoding,
  /// content-length, transfer-encoding) are left out: the body is as it is.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool truncated = false;  ///< There is more than `body`; a body over the limit is cut in any case.
};

/// Speaks one or more schemes.
///
/// Thread safety: none needed. The functions are called one at a time: configure() in the thread
/// that made the handler, fetch() in another, always the same one.
/// Lifetime: fetch() may still be running when the process ends, if it takes longer than it may.
///
/// The class is exported, and all of it inline: a plug-in links nothing of the program.
class __attribute__((visibility("default"))) ProtocolHandler {
 public:
  virtual ~ProtocolHandler() = default;

  /// Takes the options, in the order of the specification; names may come more than once. Called
  /// once, before anything else. Returns "" or what is wrong with them, as a sentence without a
  /// full stop.
  virtual std::string configure(
      const std::vector<std::pair<std::string, std::string>>& options) = 0;

  /// Fetches. Takes as long as it needs, but when that is more than the specification's timeout the
  /// handler is given up. Nothing is followed here: a redirect is an answer like any other.
  ///
  /// Errors: what is missing or refused is an answer. An exception costs the page at hand; after
  /// ten failures in a row the handler is not asked again.
  virtual ProtocolAnswer fetch(const ProtocolRequest& request) = 0;
};

}  // namespace porthole
