#pragma once

/// The options --site, --prefix, --exclude, --language and --depth of `new` and `gather`.

#include <CLI/App.hpp>
#include <vector>

#include "collection/specification.h"

namespace porthole::cli {

/// Declares the options, which fill `choice` as typed (collection/scope_choice.h checks it), and
/// returns them.
/// Lifetime: `choice` outlives `app`.
std::vector<CLI::Option*> add_scope_choice(CLI::App& app, collection::ScopeChoice& choice);

/// Declares --parents and --backward of `gather`, the same way.
std::vector<CLI::Option*> add_url_sources(CLI::App& app, collection::ScopeChoice& choice);

}  // namespace porthole::cli
