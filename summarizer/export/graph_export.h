#pragma once

/// The link graph as GraphML, for the programs of others that draw and measure graphs.
///
/// In:  a repository.
/// Out: a node for every known URL, an edge for every link of a fetched page, streamed: memory does
///      not grow with the graph.
///
/// Source: http://graphml.graphdrawing.org/specification.html.

#include <functional>
#include <string_view>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::summarizer {

/// `write` gets the document in pieces and returns false to stop. Errors: the repository's.
Result<void> write_graph(repository::Repository& repository, const std::function<bool(std::string_view)>& write);

}  // namespace porthole::summarizer
