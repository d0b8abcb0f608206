#include "search/site/page_handlers.h"

#include <utility>

#include "search/site/json.h"
#include "search/site/neighbours.h"
#include "search/site/pages.h"
#include "summarizer/rdf_formats.h"

namespace porthole::search {
namespace {

using summarizer::RdfFormat;

RdfFormat format_of(std::string_view path) {
  if (path.ends_with(".ttl")) return RdfFormat::kTurtle;
  if (path.ends_with(".nt")) return RdfFormat::kNTriples;
  if (path.ends_with(".jsonld")) return RdfFormat::kJsonLd;
  return RdfFormat::kRdfXml;
}

struct DetailsContext {
  QueryFields fields;
  Neighbours neighbours;
};

/// Reads from the index what a details page shows besides the summary.
Result<DetailsContext> details_context(SearcherPool& searchers, const std::string& url) {
  auto searcher = searchers.acquire();
  if (!searcher) return fail(searcher.error());
  auto fields = (*searcher)->query_fields();
  if (!fields) return fail(fields.error());
  auto near = neighbours(**searcher, url);
  if (!near) return fail(near.error());
  return DetailsContext{std::move(*fields), std::move(*near)};
}

/// The response for a summary or text that does not exist, or could not be read.
template <class Found>
Response without(const ServedCollections& collections, const RequestContext& request,
                 const Found& found) {
  if (!found) return message_response(collections, 503, &request);
  return not_found_response(
      collections, request,
      "No page with this URL is known here: it was not gathered, or it was taken out.");
}

}  // namespace

Response handle_details(ServedCollections& collections, const RequestContext& request) {
  const auto found = collections.summary(request.url());
  if (!found || !*found) return without(collections, request, found);
  const auto context = details_context(collections.searchers(), (*found)->url);
  if (!context) return message_response(collections, 503, &request);
  const Frame frame = frame_of(collections, request);
  return html_response(
      details_page(frame, **found, context->fields, context->neighbours, request.query()));
}

Response handle_api_page(ServedCollections& collections, const RequestContext& request) {
  const auto found = collections.summary(request.url());
  if (!found) return json_error(found.error());
  if (*found) return json_response(summary_as_json(**found));
  return json_error(404, "not-found", "no page with this URL is known here",
                    "give the URL as results have it");
}

Response handle_copy(ServedCollections& collections, const RequestContext& request) {
  const auto found = collections.summary(request.url());
  if (!found || !*found) return without(collections, request, found);
  const auto content = collections.content(request.url());
  if (!content) return message_response(collections, 503, &request);
  return html_response(
      copy_page(frame_of(collections, request), **found,
                *content ? (*content)->content : summarizer::parts_of_lines((*found)->text),
                *content ? (*content)->boilerplate : std::vector<summarizer::ContentPart>()));
}

Response handle_plain_copy(ServedCollections& collections, const RequestContext& request) {
  const auto found = collections.summary(request.url());
  if (!found || !*found) return without(collections, request, found);
  if (!may_be_shown(**found))
    return not_found_response(collections, request, "This page asks that no copy of it be shown.");
  return {200, kPlainType, (*found)->text, 0, 0};
}

Response handle_rdf(ServedCollections& collections, const RequestContext& request) {
  const RdfFormat format = format_of(request.path);
  auto text = collections.rdf(request.url());
  if (!text || !*text) return without(collections, request, text);
  const std::string type = std::string(rdf_media_type(format)) + "; charset=utf-8";
  if (format == RdfFormat::kRdfXml) return {200, type, std::move(**text), 0, 0};
  const auto found = collections.summary(request.url());
  if (!found || !*found) return without(collections, request, found);
  return {200, type, write_rdf_as(format, **found), 0, 0};
}

}  // namespace porthole::search
