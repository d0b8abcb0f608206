#include "search/site/server.h"

#include <utility>

#include "collection/local_scope.h"
#include "collection/open_collection.h"
#include "search/standing/standing_question.h"

namespace porthole::search {
namespace {

/// The folder that all local seeds lie in, as scope and protocol of a new collection have it.
std::vector<std::string> folders_of(const collection::Specification& specification) {
  std::vector<std::string> urls;
  for (const collection::Seed& seed : specification.seeds) urls.push_back(seed.url);
  const std::string folder = collection::common_folder(urls);
  return folder.empty() ? std::vector<std::string>() : std::vector{folder};
}

}  // namespace

Result<ServedCollection> serve_collection(const collection::Collection& collection,
                                          bool gives_files) {
  TRY_AS(brand, brand_of(collection.specification()));
  return ServedCollection{
      collection.specification().name,
      collection.index_folder(),
      make_page_store(collection::storage_of(collection), collection.specification().name,
                      collection.archive_folder(), collection.specification().topic.title),
      std::move(*brand),
      standing_folder(collection.folder()),
      folders_of(collection.specification()),
      gives_files};
}

Result<std::unique_ptr<http::Server>> start_server(std::vector<ServedCollection> collections,
                                                   const http::ServerOptions& options) {
  TRY_AS(site, Site::open(std::move(collections)));
  return http::Server::start(std::move(*site), options);
}

}  // namespace porthole::search
