#include "search/site/routes.h"

#include <array>
#include <string>
#include <vector>

#include "base/text/metrics_text.h"
#include "search/site/field_handlers.h"
#include "search/site/json.h"
#include "search/site/page_handlers.h"
#include "search/site/pages.h"
#include "search/site/search_handlers.h"
#include "search/site/web_files.h"

namespace porthole::search {
namespace {

constexpr int kAssetAge = 3600;  // seconds
constexpr int kRetry = 10;       // seconds

Response asset(std::string_view name, const char* content_type) {
  return {200, content_type, std::string(web_file(name)), kAssetAge, 0};
}

Response handle_home(ServedCollections& collections, const RequestContext& request) {
  return html_response(home_page(frame_of(collections, request)));
}

Response handle_help(ServedCollections& collections, const RequestContext& request) {
  return html_response(help_page(frame_of(collections, request)));
}

Response handle_health(ServedCollections&, const RequestContext&) {
  return {200, kPlainType, "ok\n", 0, 0};
}

/// Ready when every index can be read.
Response handle_readiness(ServedCollections& collections, const RequestContext&) {
  for (const std::string& name : collections.names()) {
    auto searcher = collections.searchers().acquire(name);
    if (searcher && (*searcher)->documents()) continue;
    return {503, kPlainType, "the index of " + name + " cannot be read\n", 0, kRetry};
  }
  return {200, kPlainType, "ready\n", 0, 0};
}

/// The numbers of the server, for Prometheus.
Response handle_metrics(ServedCollections& collections, const RequestContext& request) {
  MetricsText text;
  text.begin("porthole_index_documents", "gauge", "Pages in the index; none while it is unread.");
  for (const std::string& name : collections.names()) {
    auto searcher = collections.searchers().acquire(name);
    if (!searcher) continue;
    if (const auto pages = (*searcher)->documents()) text.add(*pages, {{"collection", name}});
  }
  request.answered.write(text);
  return {200, MetricsText::kType, text.take(), 0, 0};
}

Response handle_style(ServedCollections& collections, const RequestContext& request) {
  Response style = asset("style.css", "text/css; charset=utf-8");
  const std::string& colour = collections.brand(request.collection()).colour;
  if (!colour.empty()) style.body += colour_style(colour);
  return style;
}

Response handle_completion_script(ServedCollections&, const RequestContext&) {
  return asset("complete.js", "text/javascript; charset=utf-8");
}

Response handle_key_script(ServedCollections&, const RequestContext&) {
  return asset("keys.js", "text/javascript; charset=utf-8");
}

Response handle_logo(ServedCollections& collections, const RequestContext& request) {
  const Brand& brand = collections.brand(request.collection());
  if (brand.logo.empty()) return asset("porthole.svg", "image/svg+xml");
  return {200, brand.logo_type, brand.logo, kAssetAge, 0};
}

Response handle_robots(ServedCollections&, const RequestContext&) {
  return asset("robots.txt", kPlainType);
}

Response handle_api_description(ServedCollections&, const RequestContext&) {
  return asset("openapi.yaml", "application/yaml");
}

Response handle_opensearch(ServedCollections& collections, const RequestContext& request) {
  return {200, "application/opensearchdescription+xml; charset=utf-8",
          opensearch_description(frame_without_overview(collections, &request), request.origin), 0,
          0};  // its addresses are of the request's Host: no shared cache may give it to others
}

Response handle_api_collections(ServedCollections& collections, const RequestContext&) {
  std::vector<CollectionSize> sizes;
  for (const std::string& name : collections.names()) {
    auto searcher = collections.searchers().acquire(name);
    if (!searcher) return json_error(searcher.error());
    const auto pages = (*searcher)->documents();
    if (!pages) return json_error(pages.error());
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
