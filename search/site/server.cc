#include "search/site/server.h"

#include <utility>

#include "collection/open_collection.h"
#include "search/standing/standing_question.h"

namespace porthole::search {

Result<ServedCollection> serve_collection(const collection::Collection& collection) {
  Result<Brand> brand = brand_of(collection.specification());
  if (!brand) return fail(brand.error());
  return ServedCollection{
      collection.specification().name, collection.index_folder(),
      make_page_store(collection::storage_of(collection), collection.specification().name),
      std::move(*brand), standing_folder(collection.folder())};
}

Result<std::unique_ptr<http::Server>> start_server(std::vector<ServedCollection> collections,
                                                   const http::ServerOptions& options) {
  Result<std::unique_ptr<Site>> site = Site::open(std::move(collections));
  if (!site) return fail(site.error());
  return http::Server::start(std::move(*site), options);
}

}  // namespace porthole::search
