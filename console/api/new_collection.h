#pragma once

/// The start page: makes the collection of a folder that has none, as `porthole new` does with
/// --topic, --seed, --example and --bookmarks.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// POST /api/v1/preview {"examples"}: the topics and pages that a pasted list of URLs or a
/// bookmarks file has, and the lines that are not usable. Changes nothing.
Result<http::Response> preview_examples(const Call& call);

/// POST /api/v1/start {"title", "terms", "examples", "good", "contact"}: `terms` a phrase a line;
/// `examples` as above; `good` the path of the wanted topic among bookmarks' folders. Examples of
/// the wanted topic become seeds. Only http and https are taken. Errors: kBusy when there is a
/// collection already; kUsage without a title; those of Collection::create() and of the edits.
Result<http::Response> make_collection(const Call& call);

}  // namespace porthole::console
