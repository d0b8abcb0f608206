#pragma once

/// The taxonomy of a collection: its tree, and changes of it (collection/topic_edit.h).
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/topics: the topics in the order of the tree, with marks, examples and pages.
Result<Payload> list_topics(const Call& call);

/// POST /api/v1/topics {"change": "make" | "rename" | "move" | "merge" | "remove" | "good" |
/// "shown" | "example" | "add-example" | "split", "topic", "name", "title", "into", "on", "url",
/// "urls"}. "good" and "shown" mark a topic with "on": true, and take the mark back with false.
/// "example" moves the example "url" to the topic "into", "add-example" makes it one of "topic",
/// and "split" moves the examples "urls" of "topic" to a new topic "name" below it. Errors: those
/// of the edits.
Result<Payload> change_topics(const Call& call);

}  // namespace porthole::console
