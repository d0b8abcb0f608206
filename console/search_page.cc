#include "console/search_page.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "search/site/site.h"

namespace porthole::console {
namespace {

constexpr int kThreads = 4;  // One person searches.

}  // namespace

Result<std::string> SearchPage::url_of(const collection::Collection& collection) {
  const std::lock_guard lock(mutex_);
  if (server_ != nullptr) return server_->url();
  std::error_code ignored;
  if (!std::filesystem::exists(collection.index_folder(), ignored)) return std::string();
  auto server = start_at(collection, place_.port);
  if (!server && place_.port != 0) server = start_at(collection, 0);
  if (!server) return fail(server.error());
  server_ = std::move(*server);
  return server_->url();
}

Result<std::unique_ptr<http::Server>> SearchPage::start_at(const collection::Collection& collection,
                                                           std::uint16_t port) const {
  TRY_AS(served, search::serve_collection(collection));
  http::ServerOptions options;
  options.address = place_.address;
  options.port = port;
  options.threads = kThreads;
  return search::start_server({std::move(*served)}, options);
}

}  // namespace porthole::console
