#include "search/site/routes.h"

#include <array>
#include <string>
#include <vector>

#include "base/text/metrics_text.h"
#include "search/site/json.h"
#include "search/site/pages.h"
#include "search/site/web_files.h"

namespace porthole::search {
namespace {

constexpr int kAssetAge = 3600;  // seconds
constexpr int kRetry = 10;       // seconds

Response asset(std::string_view name, const char* content_type) {
  return {200, content_type, std::string(web_file(name)), kAssetAge, 0};
}

Result<Response> handle_home(const RequestContext& request) {
  return html_response(home_page(frame_of(request)));
}

Result<Response> handle_help(const RequestContext& request) {
  return html_response(help_page(frame_of(request)));
}

Result<Response> handle_health(const RequestContext&) {
  return Response{200, kPlainType, "ok\n", 0, 0};
}

/// Ready when every index can be read.
Result<Response> handle_readiness(const RequestContext& request) {
  for (const std::string& name : request.collections.names()) {
    auto searcher = request.collections.searchers().acquire(name);
    if (searcher && (*searcher)->documents()) continue;
    return Response{503, kPlainType, "the index of " + name + " cannot be read\n", 0, kRetry};
  }
  return Response{200, kPlainType, "ready\n", 0, 0};
}

/// The numbers of the server, for Prometheus.
Result<Response> handle_metrics(const RequestContext& request) {
  MetricsText text;
  text.begin("porthole_index_documents", "gauge", "Pages in the index; none while it is unread.");
  for (const std::string& name : request.collections.names()) {
    auto searcher = request.collections.searchers().acquire(name);
    if (!searcher) continue;
    if (const auto pages = (*searcher)->documents()) text.add(*pages, {{"collection", name}});
  }
  request.answered.write(text);
  return Response{200, MetricsText::kType, text.take(), 0, 0};
}

Result<Response> handle_style(const RequestContext& request) {
  Response style = asset("style.css", "text/css; charset=utf-8");
  const std::string& colour = request.collections.brand(request.collection()).colour;
  if (!colour.empty()) style.body += colour_style(colour);
  return style;
}

Result<Response> handle_completion_script(const RequestContext&) {
  return asset("complete.js", "text/javascript; charset=utf-8");
}

Result<Response> handle_key_script(const RequestContext&) {
  return asset("keys.js", "text/javascript; charset=utf-8");
}

Result<Response> handle_logo(const RequestContext& request) {
  const Brand& brand = request.collections.brand(request.collection());
  if (brand.logo.empty()) return asset("porthole.svg", "image/svg+xml");
  return Response{200, brand.logo_type, brand.logo, kAssetAge, 0};
}

Result<Response> handle_robots(const RequestContext&) { return asset("robots.txt", kPlainType); }

Result<Response> handle_api_description(const RequestContext&) {
  return asset("openapi.yaml", "application/yaml");
}

Result<Response> handle_opensearch(const RequestContext& request) {
  return Response{
      200, "application/opensearchdescription+xml; charset=utf-8",
      opensearch_description(frame_without_overview(request.collections, &request), request.origin),
      0, 0};  // its addresses are of the request's Host: no shared cache may give it to others
}

Result<Response> handle_api_collections(const RequestContext& request) {
  std::vector<CollectionSize> sizes;
  for (const std::string& name : request.collections.names()) {
    TRY_AS(searcher, request.collections.searchers().acquire(name));
    TRY_AS(pages, (*searcher)->documents());
    sizes.push_back({name, *pages});
  }
  return json_response(collections_as_json(sizes));
}

constexpr std::array kRoutes = {
    Route{"/", handle_home},
    Route{"/search", handle_search, Dispatch::kCached},
    Route{"/suggest", handle_suggest},
    Route{"/page", handle_details, Dispatch::kPageView},
    Route{"/copy", handle_copy, Dispatch::kPageView},
    Route{"/page.txt", handle_plain_copy, Dispatch::kPageView},
    Route{"/file", handle_file, Dispatch::kPageView},
    Route{"/page.rdf", handle_rdf, Dispatch::kPageView},
    Route{"/page.ttl", handle_rdf, Dispatch::kPageView},
    Route{"/page.nt", handle_rdf, Dispatch::kPageView},
    Route{"/page.jsonld", handle_rdf, Dispatch::kPageView},
    Route{"/backlinks.jsonld", handle_backlinks, Dispatch::kPageView},
    Route{"/fields", handle_fields},
    Route{"/help", handle_help},
    Route{"/feed.atom", handle_feed, Dispatch::kCached},
    Route{"/feed.json", handle_feed, Dispatch::kCached},
    Route{"/standing.atom", handle_standing_feed},
    Route{"/standing.json", handle_standing_feed},
    Route{"/opensearch.xml", handle_opensearch, Dispatch::kDirect},
    Route{"/suggest.json", handle_opensearch_suggestions},
    Route{"/api/v1/search", handle_api_search, Dispatch::kCached},
    Route{"/api/v1/page", handle_api_page, Dispatch::kPageView},
    Route{"/api/v1/complete", handle_api_complete},
    Route{"/api/v1/fields", handle_api_fields},
    Route{"/api/v1/collections", handle_api_collections},
    Route{"/api/v1/openapi.yaml", handle_api_description, Dispatch::kDirect},
    Route{"/healthz", handle_health, Dispatch::kDirect},
    Route{"/readyz", handle_readiness},
    Route{"/metrics", handle_metrics, Dispatch::kDirect},
    Route{"/robots.txt", handle_robots, Dispatch::kDirect},
    Route{"/style.css", handle_style, Dispatch::kDirect},
    Route{"/complete.js", handle_completion_script, Dispatch::kDirect},
    Route{"/keys.js", handle_key_script, Dispatch::kDirect},
    Route{"/logo", handle_logo, Dispatch::kDirect}};

}  // namespace

std::span<const Route> site_routes() { return kRoutes; }

}  // namespace porthole::search
