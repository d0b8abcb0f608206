#pragma once

/// The seeds of a collection, as `porthole seeds` lists, adds and removes them.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/seeds: {"seeds": [{"url", "file", "state", "reason"}], "undoable"}. Errors: those
/// of gatherer::list_seeds().
Result<http::Response> show_seeds(const Call& call);

/// POST /api/v1/seeds {"change": "add", "urls"}: a URL a line; the answer has "bad", a sentence for
/// each line that is not usable. {"change": "remove", "url"}. Errors: those of
/// gatherer::add_seeds() and remove_seeds(); kUsage where no line is usable.
Result<http::Response> change_seeds(const Call& call);

}  // namespace porthole::console
