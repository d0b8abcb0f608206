#pragma once

/// The search site: a request target in, a complete answer out. Knows nothing of sockets.
///
///   /            search page             /api/v1/search?q=&from=&size=    results as JSON
///   /search?q=&from=&size=               /api/v1/page?url=                a page's summary as JSON
///   /page?url=   a page's own view       /page.rdf .ttl .nt .jsonld       the same as RDF
///   /copy?url=   what was read, as text  /page.txt                        the same, nothing else
///   /fields?name=  the fields            /api/v1/fields?name=&values=     the same as JSON
///   /suggest?q=  what a query may become /api/v1/complete?q=&size=        the same as JSON
///   /feed.atom?q=  /feed.json?q=         results, the newest first
///                                        /api/v1/collections              what is served
///   /help  /healthz  /opensearch.xml  /suggest.json  /style.css  /complete.js  /porthole.svg
///
/// Searches take `collection=NAME`, too; docs/search.md has all parameters.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/handler.h"
#include "search/site/served_collections.h"

namespace porthole::search {

/// Thread safety: answer() from any thread.
class Site final : public http::Handler {
 public:
  /// Opens the indexes, so that what is missing is known at once. Errors: kInvalid for two collections of one name; those
  /// of Searcher::open().
  static Result<std::unique_ptr<Site>> open(std::vector<ServedCollection> collections);
  ~Site() override;

  /// `target`: path and query as in a request line; `origin`: scheme and host it was asked at.
  http::Response answer(std::string_view target, std::string_view origin) const override;

  /// A page for a status without content of its own (400, 404, 500, ...).
  http::Response message(int status) const override;

 private:
  class Impl;
  explicit Site(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::search
