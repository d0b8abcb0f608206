#pragma once

/// Resolves the plug-ins of a specification: finds the library of each, reads its declaration, and
/// validates the options.
///
/// In:  the <protocols> and <summarizers> of a specification.
/// Out: the plug-ins to use in sandbox processes (plugins/host/setup.h).
///
/// A specification without <summarizers> uses all installed ones with default options; an empty
/// element disables all. Only strategies and scope rules run in this process.
///
/// Source: docs/plugins.md. Thread safety: all functions, any thread.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "plugins/host/library.h"
#include "plugins/host/setup.h"
#include "plugins/protocol_handler.h"

namespace porthole::gatherer {

/// A validated protocol plug-in with the schemes to use it for.
struct Protocol {
  std::vector<std::string> schemes;  ///< In lower case.
  std::string name;                  ///< Display name: "porthole::FileHandler".
  plugins::PluginUse use;
  Manners manners;
};

/// All protocols under <protocols> of `specification`, from `folder`.
///
/// Errors: kInvalid with the specification's file and line for a library that is missing or
/// rejected, a class that is missing or of another kind, an unsupported scheme, and invalid
/// options.
Result<std::vector<Protocol>> choose_protocols(
    const collection::Specification& specification,
    const std::filesystem::path& folder = plugins::plugin_folder());

/// The summarizers that `specification` names, with their `types` if given, or all installed ones.
///
/// Errors: as choose_protocols().
Result<std::vector<plugins::PluginUse>> choose_summarizers(
    const collection::Specification& specification,
    const std::filesystem::path& folder = plugins::plugin_folder());

/// Creates and configures a strategy or a scope rule in this process.
///
/// Errors: kInvalid with the line, as choose_protocols().
Result<std::unique_ptr<porthole::Plugin>> make_in_process(
    const collection::Plugin& plugin, PluginKind kind,
    const std::filesystem::path& folder = plugins::plugin_folder());

}  // namespace porthole::gatherer
