#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "http/json_response.h"
#include "http/response.h"
#include "search/backlinks/backlinks.h"
#include "search/site/json.h"
#include "search/site/neighbours.h"
#include "search/site/pages.h"
#include "search/site/routes.h"
#include "summarizer/rdf_formats.h"
#include "summarizer/rdf_writer.h"

namespace porthole::search {
namespace {

using http::json_text;

using summarizer::RdfFormat;

RdfFormat format_of(std::string_view path) {
  if (path.ends_with(".rdf")) return RdfFormat::kRdfXml;
  if (path.ends_with(".ttl")) return RdfFormat::kTurtle;
  if (path.ends_with(".nt")) return RdfFormat::kNTriples;
  return RdfFormat::kJsonLd;
}

constexpr std::size_t kAnnotationsOfView = 1000;
constexpr int kMostAnnotations = 1'000'000'000;
constexpr int kBacklinks = 100;  // of an answer, unless the request has `size`
constexpr int kMostBacklinks = 10'000;

/// The annotations that a view of a page shows: `from` and those after it.
AnnotationPart part_of(const RequestContext& request) {
  const int from = request.parameters.number("from", 0, 0, kMostAnnotations);
  return {static_cast<std::size_t>(from), kAnnotationsOfView};
}

struct DetailsContext {
  QueryFields fields;
  Neighbours neighbours;
};

/// Reads from the index what a details page shows besides the summary.
Result<DetailsContext> details_context(SearcherPool& searchers, const std::string& url) {
  TRY_AS(searcher, searchers.acquire());
  TRY_AS(fields, (*searcher)->query_fields());
  TRY_AS(near, neighbours(**searcher, url));
  return DetailsContext{std::move(*fields), std::move(*near)};
}

Response rdf_response(RdfFormat format, std::string text) {
  Response response{200, std::string(rdf_media_type(format)) + "; charset=utf-8", std::move(text)};
  response.etag = http::etag_of(response.body);
  return response;
}

Response bad_url() { return json_error(400, "bad-url", "not a valid URL", "give url=https://..."); }

/// The response for a summary or text that does not exist, or could not be read.
template <class Found>
Response without(const RequestContext& request, const Found& found) {
  if (!found) return message_response(request.collections, 503, &request);
  return not_found_response(
      request, "No page with this URL is known here: it was not gathered, or it was taken out.");
}

/// The name under which a browser keeps the document: that of its file, or of the member.
std::string file_name(const Url& url, std::string_view type) {
  const std::string_view path = url.fragment().empty() ? url.path() : url.fragment();
  const std::string decoded = clean_utf8(percent_decode(path));
  std::string name = fold_space(decoded.substr(decoded.rfind('/') + 1));
  if (name.empty()) name = "document";
  const bool is_message = type.starts_with("message/rfc822");
  return is_message && !name.ends_with(".eml") ? name + ".eml" : name;
}

/// Shown in the browser are text, pages and pictures; others are for programs of their own. (In a
/// sandbox Chromium does not show PDF.) A part of a document is a file whose name says so. Source:
/// RFC 6266, RFC 8187.
std::string disposition_of(const StoredDocument& document) {
  const std::string_view type = document.content_type;
  constexpr std::string_view kShown[] = {"text/html",  "text/plain", "image/png",
                                         "image/jpeg", "image/gif",  "image/webp"};
  const bool is_shown = !document.is_cut && std::ranges::any_of(kShown, [&](auto shown) {
    return type.substr(0, type.find(';')) == shown;
  });
  const Result<Url> parsed = Url::parse(document.url);
  const std::string name = parsed ? file_name(*parsed, type) : "document";
  return std::string(is_shown ? "inline" : "attachment") + "; filename*=UTF-8''" +
         encode_parameter((document.is_cut ? "incomplete-" : "") + name);
}

}  // namespace

Result<Response> handle_details(const RequestContext& request) {
  AnnotationPart part = part_of(request);
  const auto found = request.collections.summary(request.url(), &part);
  if (!found || !*found) return without(request, found);
  const auto context = details_context(request.collections.searchers(), (*found)->url);
  if (!context) return message_response(request.collections, 503, &request);
  const Frame frame = frame_of(request);
  return html_response(
      details_page(frame, **found, part, context->fields, context->neighbours, request.query()));
}

Result<Response> handle_api_page(const RequestContext& request) {
  if (!Url::parse(request.url())) return bad_url();
  AnnotationPart part = part_of(request);
  const auto found = request.collections.summary(request.url(), &part);
  if (!found) return fail(found.error());
  if (*found) return json_response(summary_as_json(**found, &part));
  return json_error(404, "not-found", "no page with this URL is known here",
                    "give the URL as results have it");
}

Result<Response> handle_backlinks(const RequestContext& request) {
  const Result<Url> url = Url::parse(request.url());
  if (!url) return bad_url();
  TRY_AS(links, request.collections.backlinks(url->href(), request.collection()));
  const int from = request.parameters.number("from", 0, 0, kMostAnnotations);
  const int size = request.parameters.number("size", kBacklinks, 1, kMostBacklinks);
  return Response{
      200, kAnnotationType,
      json_text(web_annotations(url->href(), *links, static_cast<std::size_t>(from),
                                static_cast<std::size_t>(size),
                                std::string(request.origin) + std::string(request.target)))};
}

Result<Response> handle_copy(const RequestContext& request) {
  const auto content = request.collections.content(request.url());
  if (!content) return without(request, content);
  const Frame frame = frame_of(request);
  if (*content) {
    const summarizer::PageContent& read = **content;
    return html_response(copy_page(frame, read.summary, read.content, read.boilerplate));
  }
  const auto found = request.collections.summary(request.url());
  if (!found || !*found) return without(request, found);
  return html_response(copy_page(frame, **found, summarizer::parts_of_lines((*found)->text), {}));
}

Result<Response> handle_plain_copy(const RequestContext& request) {
  const auto found = request.collections.summary(request.url());
  if (!found || !*found) return without(request, found);
  if (!may_be_shown(**found))
    return not_found_response(request, "This page asks that no copy of it be shown.");
  return Response{200, kPlainType, (*found)->text, 0, 0};
}

Result<Response> handle_file(const RequestContext& request) {
  const Result<Url> url = Url::parse(request.url());
  if (!request.collections.gives_files())
    return not_found_response(request, "This server gives no documents out (serve --files).");
  auto document = request.collections.document(url ? url->href() : request.url());
  if (!document || !*document) return without(request, document);
  const std::string& found = (*document)->url;
  if (found.starts_with("http") && found.find('#') == std::string::npos)
    return not_found_response(request, "This is a page of the web: open it at its own address.");
  if ((*document)->content_type.empty()) (*document)->content_type = "application/octet-stream";
  Response response{200, (*document)->content_type, std::move((*document)->body)};
  response.disposition = disposition_of(**document);
  response.is_foreign = true;
  response.etag = http::etag_of(response.body);
  return response;
}

Result<Response> handle_rdf(const RequestContext& request) {
  const RdfFormat format = format_of(request.path);
  const auto found = request.collections.stored_summary(request.url());
  if (!found || !*found) return without(request, found);
  return rdf_response(
      format, format == RdfFormat::kRdfXml ? write_rdf(**found) : write_rdf_as(format, **found));
}

}  // namespace porthole::search
