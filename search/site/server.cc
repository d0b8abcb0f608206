#include "search/site/server.h"

#include <utility>

namespace porthole::search {

ServedCollection serve_collection(const collection::Collection& collection) {
  return {collection.specification().name, collection.index_folder(),
          make_page_store(collection.repository_file())};
}

Result<std::unique_ptr<http::Server>> start_server(std::vector<ServedCollection> collections,
                                                   const http::ServerOptions& options) {
  Result<std::unique_ptr<Site>> site = Site::open(std::move(collections));
  if (!site) return fail(site.error());
  return http::Server::start(std::move(*site), options);
}

}  // namespace porthole::search
