#include "search/site/site.h"

#include <chrono>
#include <exception>
#include <set>
#include <thread>
#include <utility>

#include "base/log.h"
#include "collection/local_scope.h"
#include "collection/open_collection.h"
#include "http/parameters.h"
#include "http/request_limiter.h"
#include "http/response.h"
#include "http/response_cache.h"
#include "search/site/responses.h"
#include "search/standing/standing_question.h"

namespace porthole::search {
namespace {

constexpr std::chrono::milliseconds kLongestWait{100};  // for a permit
constexpr std::size_t kLanguagesRead = 100;             // bytes of Accept-Language

/// The folder that all local seeds lie in, as scope and protocol of a new collection have it.
std::vector<std::string> folders_of(const collection::Specification& specification) {
  std::vector<std::string> urls;
  for (const collection::Seed& seed : specification.seeds) urls.push_back(seed.url);
  const std::string folder = collection::common_folder(urls);
  return folder.empty() ? std::vector<std::string>() : std::vector{folder};
}

}  // namespace

class Site::Impl {
 public:
  Impl(std::vector<ServedCollection> collections, std::span<const Route> routes)
      : collections_(std::move(collections)), routes_(routes) {}

  ServedCollections& collections() { return collections_; }
  RequestCounts& requests() { return requests_; }

  Response answer(const http::Request& asked) {
    const http::Parameters parameters(asked.query());
    const RequestContext request{
        collections_, asked.path(), parameters,
        asked.target, asked.origin, asked.field("Accept-Language").substr(0, kLanguagesRead),
        requests_};
    try {
      const auto found = http::find_route(routes_, asked);
      if (found.row != nullptr) return dispatch(*found.row, request);
      return refusal(found.is_path ? 405 : 404, request);
    } catch (const std::exception& error) {
      log(LogLevel::kError, "search", error.what());
      return refusal(500, request);
    }
  }

  Response dispatch(const Route& route, const RequestContext& request) {
    if (route.access == Dispatch::kDirect) return handle(route, request);
    if (route.access == Dispatch::kPageView) return view_page(route, request);
    const std::string key = route.access == Dispatch::kCached ? cache_key(request) : std::string();
    if (const auto cached = find_cached(key)) return *cached;
    const http::RequestLimiter::Permit permit = limiter_.acquire();
    if (const auto cached = find_cached(key))
      return *cached;  // inserted by another request while this one waited
    Response response = handle(route, request);
    if (key.empty() || response.status != 200 || !response.is_whole) return response;
    response.etag = http::etag_of(response.body);
    cache_.insert(key, response);
    return response;
  }

  /// A summary with many annotations takes seconds and memory.
  Response view_page(const Route& route, const RequestContext& request) {
    const http::QueueLimiter::Permit permit = views_.acquire();
    if (permit) return handle(route, request);
    return refusal(503, request);
  }

 private:
  static Response handle(const Route& route, const RequestContext& request) {
    Result<Response> response = route.handler(request);
    return response ? std::move(*response) : error_response(request, response.error());
  }

  Response refusal(int status, const RequestContext& request) const {
    if (error_form(request.path) == http::RefusalForm::kJson) return json_refusal(status);
    return message_response(collections_, status, &request);
  }

  Poco::SharedPtr<Response> find_cached(const std::string& key) {
    return key.empty() ? Poco::SharedPtr<Response>() : cache_.find(key);
  }

  /// Index revision, languages and URL; "" when the revision is not known, so that nothing can be
  /// cached.
  std::string cache_key(const RequestContext& request) {
    const std::string revision = collections_.searchers().revision(request.collection());
    if (revision.empty()) return {};
    return revision + std::string(request.languages) + " " + std::string(request.origin) +
           std::string(request.target);
  }

  ServedCollections collections_;
  RequestCounts requests_;
  std::span<const Route> routes_;
  http::ResponseCache cache_;
  http::QueueLimiter views_{{}};
  http::RequestLimiter limiter_{std::thread::hardware_concurrency() + 1, kLongestWait};
};

Site::Site(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Site::~Site() = default;

Result<std::unique_ptr<Site>> Site::open(std::vector<ServedCollection> collections,
                                         std::span<const Route> routes) {
  std::set<std::string> names;
  std::vector<std::filesystem::path> indexes;
  for (const ServedCollection& one : collections) {
    indexes.push_back(one.index);
    if (names.insert(one.name).second) continue;
    return fail(ErrorCode::kInvalid, "two collections are called \"" + one.name + "\"",
                "give one of them another name in its porthole.xml");
  }
  TRY(Searcher::open(indexes));
  return std::unique_ptr<Site>(new Site(std::make_unique<Impl>(std::move(collections), routes)));
}

Response Site::answer(const http::Request& request) const {
  const auto began = std::chrono::steady_clock::now();
  Response response = impl_->answer(request);
  const std::string_view path = request.path();
  impl_->requests().add(response.status, std::chrono::steady_clock::now() - began,
                        path == "/search" || path == "/api/v1/search");
  return response;
}

http::RefusalForm Site::form_of(std::string_view target) const { return error_form(target); }

Response Site::refuse(int status, http::RefusalForm form) const {
  if (form == http::RefusalForm::kJson) return json_refusal(status);
  return message_response(impl_->collections(), status, nullptr);
}

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
