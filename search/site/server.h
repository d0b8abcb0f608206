#pragma once

/// Starts the search site behind the HTTP server.
///
///   auto server = start_server({serve_collection(collection).value()}, {});

#include <memory>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "http/server.h"
#include "search/site/site.h"

namespace porthole::search {

/// The index of a collection, the summaries of its repository and its presentation. `gives_files`:
/// as ServedCollection has it. Errors: those of brand_of().
Result<ServedCollection> serve_collection(const collection::Collection& collection,
                                          bool gives_files = false);

/// Opens the indexes and listens. Errors: those of Site::open() and http::Server::start().
Result<std::unique_ptr<http::Server>> start_server(std::vector<ServedCollection> collections,
                                                   const http::ServerOptions& options);

}  // namespace porthole::search
