#pragma once

/// The taxonomy of a collection: its tree, and changes of it (collection/topic_edit.h).
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/topics: the topics in the order of the tree, with marks, examples and pages.
Result<Payload> list_topics(const Call& call);

/// POST /api/v1/topics {"change": "make" | "rename" | "move" | "merge" | "remove" | "good" |
/// "shown" | "undo", "topic", "name", "title", "into", "on"}. "good" and "shown" mark a topic with
/// "on": true, and take the mark back with false. Errors: those of the edits.
Result<Payload> change_topics(const Call& call);

}  // namespace porthole::console
