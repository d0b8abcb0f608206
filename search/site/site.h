#pragma once

/// The search site as an HTTP handler: a request in, a complete response out, without sockets. Its
/// start behind the HTTP server:
///
///   auto server = start_server({serve_collection(collection).value()}, {});
///
/// routes.cc has the table of routes, schemas/openapi.yaml describes those for programs.
///
/// A search passes from Site::answer() to its handler (search_handlers.cc), which leases a searcher
/// from the pool (served_collections.h); the searcher makes a plan of the request (search_plan.h),
/// executes it (matching.h) and returns the results. docs/search.md has all parameters.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "http/route.h"
#include "http/server.h"
#include "search/site/routes.h"
#include "search/site/served_collections.h"

namespace porthole::search {

/// Thread safety: answer() from any thread.
class Site final : public http::Handler {
 public:
  /// Opens the indexes, so that a missing one is reported at the start. Errors: kInvalid for two
  /// collections of one name; those of Searcher::open().
  static Result<std::unique_ptr<Site>> open(std::vector<ServedCollection> collections,
                                            std::span<const Route> routes = site_routes());
  ~Site() override;

  http::Response answer(const http::Request& request) const override;
  http::RefusalForm form_of(std::string_view target) const override;
  /// A page, or JSON, for a status without content of its own (400, 404, 500, ...).
  http::Response refuse(int status, http::RefusalForm form) const override;

 private:
  class Impl;
  explicit Site(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The index of a collection, the summaries of its repository and its presentation. `gives_files`:
/// as ServedCollection has it. Errors: those of brand_of().
Result<ServedCollection> serve_collection(const collection::Collection& collection,
                                          bool gives_files = false);

/// Opens the indexes and listens. Errors: those of Site::open() and http::Server::start().
Result<std::unique_ptr<http::Server>> start_server(std::vector<ServedCollection> collections,
                                                   const http::ServerOptions& options);

}  // namespace porthole::search
