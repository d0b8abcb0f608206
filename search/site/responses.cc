#include "search/site/responses.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text/words.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "http/status.h"
#include "search/presentation/value_words.h"
#include "search/query/field_values.h"
#include "search/query/query.h"
#include "search/site/json.h"
#include "search/site/page_data.h"
#include "search/site/pages.h"
#include "search/site/property_data.h"
#include "search/site/search_links.h"
#include "search/site/status.h"

namespace porthole::search {
namespace {

constexpr int kRetrySeconds = 5;
// Beside the API. The 404 of /page.jsonld is a page, as that of the other forms of RDF.
constexpr std::array kJsonPaths = {
    std::string_view("/backlinks.jsonld"), std::string_view("/feed.json"),
    std::string_view("/standing.json"), std::string_view("/suggest.json")};

std::vector<MessageLink> retry_link(int status, const RequestContext* request) {
  if (status != 503 || request == nullptr) return {};
  return {{"Try again", std::string(request->target)}};
}

/// A link to the search for the words of an unknown path: "/hub-gears.html" -> hub gears.
std::vector<MessageLink> path_words_link(const RequestContext* request) {
  if (request == nullptr) return {};
  std::string path = percent_decode(request->path.substr(0, kMaxQueryBytes));
  path = path.substr(0, path.rfind('.'));
  std::string words;
  for (const std::string& word : words_of(path)) words += (words.empty() ? "" : " ") + word;
  if (words.empty()) return {};
  return {{"Search for \xE2\x80\x9C" + words + "\xE2\x80\x9D", link_to_query(words)}};
}

std::vector<MessageLink> links_for(int status, const RequestContext* request) {
  return status == 404 ? path_words_link(request) : retry_link(status, request);
}

/// A link to other pages of the site of `page`.
std::vector<MessageLink> same_site_link(const std::string& page) {
  const Result<Url> url = Url::parse(page);
  if (!url || !url->is_web()) return {};
  const std::string host = url->host_and_port();
  return {{"Pages of " + host, link_to_query(field_query("site", host))}};
}

}  // namespace

Response html_response(std::string html) {
  return {200, "text/html; charset=utf-8", std::move(html), 0, 0};
}

Response json_refusal(int status) {
  const RefusalWords words = refusal_words(status);
  return json_error(status, words.code, words.message, words.hint);
}

http::RefusalForm error_form(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  const bool is_json = path.starts_with("/api/") ||
                       std::find(kJsonPaths.begin(), kJsonPaths.end(), path) != kJsonPaths.end();
  return is_json ? http::RefusalForm::kJson : http::RefusalForm::kPage;
}

Response json_error(const Error& error) {
  if (error.code == ErrorCode::kInvalid) {
    return json_error(400, "unknown-field", error.message,
                      error.hint + "; all fields: /api/v1/fields");
  }
  if (error.code == ErrorCode::kNotFound)
    return json_error(404, "not-found", error.message, error.hint);
  return json_error(503, "storage", "what is stored cannot be read just now",
                    "try again in a moment");
}

Frame frame_without_overview(const ServedCollections& collections, const RequestContext* request) {
  Frame frame;
  frame.folders = collections.folders();
  frame.gives_files = collections.gives_files();
  for (const std::string& name : collections.names())
    frame.all.push_back({name, collections.title(name)});
  if (request != nullptr) {
    frame.query = request->query();
    const bool is_one = std::any_of(
        frame.all.begin(), frame.all.end(),
        [&](const Frame::Choice& choice) { return choice.name == request->collection(); });
    if (is_one) frame.chosen = request->collection();
  }
  frame.title = collections.title(frame.chosen);
  if (frame.all.size() == 1 || !frame.chosen.empty()) {
    frame.description = collections.brand(frame.chosen).description;
    frame.about = collections.brand(frame.chosen).about;
  }
  return frame;
}

Frame frame_of(const RequestContext& request) {
  Frame frame = frame_without_overview(request.collections, &request);
  frame.overview = request.collections.overview(frame.chosen);
  return frame;
}

Response message_response(const ServedCollections& collections, int status,
                          const RequestContext* request) {
  Response response = html_response(message_page(frame_without_overview(collections, request),
                                                 http::reason_phrase(status), status_text(status),
                                                 links_for(status, request)));
  response.status = status;
  response.retry_after = status == 503 ? kRetrySeconds : 0;
  return response;
}

Response not_found_response(const RequestContext& request, const std::string& text) {
  Response response =
      html_response(message_page(frame_without_overview(request.collections, &request),
                                 http::reason_phrase(404), text, same_site_link(request.url())));
  response.status = 404;
  return response;
}

Response error_response(const RequestContext& request, const Error& error) {
  if (error_form(request.path) == http::RefusalForm::kJson) return json_error(error);
  if (error.code == ErrorCode::kNotFound)
    return not_found_response(request, as_sentence(error.message) + ".");
  if (error.code != ErrorCode::kInvalid)
    return message_response(request.collections, 503, &request);
  std::vector<std::string> corrected;
  if (auto searcher = request.collections.searchers().acquire(request.collection())) {
    if (const auto fields = (*searcher)->query_fields())
      corrected = with_near_fields(request.query(), *fields);
  }
  Response response = html_response(
      query_error_page(frame_of(request), SearchLinks(request.parameters), error, corrected));
  response.status = 400;
  return response;
}

}  // namespace porthole::search
