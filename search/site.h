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

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/page_store.h"

namespace porthole::search {

/// A collection as it is served.
struct ServedCollection {
  std::string name;
  std::filesystem::path index;       ///< Its index folder.
  std::shared_ptr<PageStore> pages;  ///< Null: there are no details but what the index has.
};

struct Answer {
  int status = 200;
  std::string content_type = "text/html; charset=utf-8";
  std::string body;
  int max_age = 0;      ///< Seconds that a browser may keep it; 0 = not at all.
  int retry_after = 0;  ///< Seconds; 0 = no such header.
  std::string etag{};     ///< Names what was answered, with its quotation marks (RFC 9110, section 8.8.3); "" = no name.
  bool is_whole = true;   ///< False: time ended the search; asked again, it may find more.
};

/// Thread safety: answer() from any thread.
class Site {
 public:
  /// Opens the indexes, so that what is missing is known at once. Errors: kInvalid for two collections of one name; those
  /// of Searcher::open().
  static Result<std::unique_ptr<Site>> open(std::vector<ServedCollection> collections);
  ~Site();

  /// `target`: path and query as in a request line; `origin`: scheme and host it was asked at.
  Answer answer(std::string_view target, std::string_view origin) const;

  /// A page for a status without content of its own (400, 404, 500, ...).
  Answer message(int status) const;

 private:
  class Impl;
  explicit Site(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::search
