#pragma once

/// Exports the link graph as GraphML.
///
/// In:  a repository.
/// Out: a node for every known URL and an edge for every link of a fetched page, streamed in
///      constant memory.
///
/// Source: http://graphml.graphdrawing.org/specification.html.

#include <functional>
#include <string_view>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::summarizer {

/// `write` gets the document in pieces and returns false to stop. Errors: the repository's.
Result<void> write_graph(repository::Repository& repository,
                         const std::function<bool(std::string_view)>& write);

}  // namespace porthole::summarizer
