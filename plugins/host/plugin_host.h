#pragma once

/// Which plug-ins a specification means: finds the library of each, asks it what it is, and checks
/// the options.
///
/// In:  the <protocols> and <summarizers> of a specification.
/// Out: what worker processes are told to use (plugins/host/setup.h).
///
/// A specification without <summarizers> gets all that are installed, with their defaults; one with
/// an empty element gets none. Nothing of a plug-in runs in this process but strategies and scope
/// rules.
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

/// A protocol that is ready to be used, and what it is asked for.
struct Protocol {
  std::vector<std::string> schemes;  ///< In lower case.
  std::string name;                  ///< For people: "porthole::FileHandler".
  plugins::PluginUse use;
  Manners manners;
};

/// All that `specification` names under <protocols>, from `folder`.
///
/// Errors: kInvalid with the specification's file and line for a library that is missing or
/// refused, a class that is not in it or of another kind, a scheme that it does not speak, and
/// options that it does not take.
Result<std::vector<Protocol>> choose_protocols(
    const collection::Specification& specification,
    const std::filesystem::path& folder = plugins::plugin_folder());

/// The summarizers that `specification` names, or all that are installed; the named ones with their
/// own `types` where it gives them any.
///
/// Errors: as choose_protocols().
Result<std::vector<plugins::PluginUse>> choose_summarizers(
    const collection::Specification& specification,
    const std::filesystem::path& folder = plugins::plugin_folder());

/// Makes and configures a strategy or a scope rule, here in this process.
///
/// Errors: kInvalid with the line for all that choose_protocols() refuses.
Result<std::unique_ptr<porthole::Plugin>> make_in_process(
    const collection::Plugin& plugin, PluginKind kind,
    const std::filesystem::path& folder = plugins::plugin_folder());

}  // namespace porthole::gatherer
