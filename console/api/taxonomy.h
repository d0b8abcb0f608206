#pragma once

/// The taxonomy of a collection: its tree, and changes of it (collection/edit/topic_edit.h).
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/topics: the topics in the order of the tree, with marks, examples and pages.
Result<http::Response> list_topics(const Call& call);

/// POST /api/v1/topics {"change": CHANGE, ...}, with these members:
///
///   make          "topic"; "title" may be left out
///   rename        "topic", "name"; "title" may be left out
///   move, merge   "topic", "into"
///   remove        "topic"
///   good, shown   "topic", "on": true sets the mark, false takes it away
///   example       "url", "into": moves the example to that topic
///   add-example   "topic", "url"
///   split         "topic", "name", "urls": moves these examples to a new topic below it
///
/// Errors: those of the edits.
Result<http::Response> change_topics(const Call& call);

}  // namespace porthole::console
