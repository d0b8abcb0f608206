#pragma once

/// The options --site, --prefix, --exclude, --language and --depth of `new` and `gather`.

#include <vector>

#include "collection/specification.h"
#include "porthole/command_line.h"

namespace porthole::cli {

/// Declares the options, which fill `choice` as typed (collection/scope_choice.h checks it), and
/// returns them.
/// Lifetime: `choice` outlives `app`.
std::vector<Option> add_scope_choice(Command app, collection::ScopeChoice& choice);

/// Declares --parents and --backward of `gather`, the same way.
std::vector<Option> add_url_sources(Command app, collection::ScopeChoice& choice);

}  // namespace porthole::cli
