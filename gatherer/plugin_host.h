#pragma once

/// Where plug-ins come in: finds the library that a specification names, checks it, and makes the
/// protocol handler that is in it.
///
/// In:  the <protocol> elements of a specification.
/// Out: handlers that are configured, each with its schemes.
///
/// Plug-ins are native code and trusted; what is contained is their exceptions, here and in
/// gatherer/protocol_worker.h.
///
/// Source: docs/plugins.md. Thread safety: all functions, any thread.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "hosting/library.h"
#include "plugins/protocol_handler.h"

namespace porthole::gatherer {

/// A handler that is ready, and what it is asked for.
struct Protocol {
  std::vector<std::string> schemes;  ///< In lower case.
  std::string name;                  ///< For people: "porthole::FileHandler".
  std::unique_ptr<ProtocolHandler> handler;
};

/// Loads all that `specification` names under <protocols>, from `folder`.
///
/// Errors: kInvalid with the specification's file and line for a library that is missing or
/// refused, a class that is not in it, and options that it does not take.
Result<std::vector<Protocol>> load_protocols(const collection::Specification& specification,
                                             const std::filesystem::path& folder = hosting::plugin_folder());

}  // namespace porthole::gatherer
