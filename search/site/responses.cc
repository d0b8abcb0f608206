#include "search/site/responses.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text/words.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "http/response.h"
#include "search/presentation/value_words.h"
#include "search/query/field_values.h"
#include "search/query/query.h"
#include "search/site/json.h"
#include "search/site/page_data.h"
#include "search/site/pages.h"
#include "search/site/search_links.h"

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

constexpr std::array kTexts = {
    std::pair{400, std::string_view("This request does not make sense here.")},
    std::pair{404, std::string_view("There is no such page here.")},
    std::pair{405, std::string_view("This site can only be read.")},
    std::pair{408, std::string_view("The request took too long to arrive.")},
    std::pair{414, std::string_view("The address is too long.")},
    std::pair{417, std::string_view("This request does not make sense here.")},
    std::pair{421, std::string_view("This name is not served here.")},
    std::pair{431, std::string_view("The request is too long.")},
    std::pair{500,
              std::string_view(
                  "Something went wrong here. The fault is the server's, not that of your query.")},
    std::pair{501, std::string_view("This site can only be read.")},
    std::pair{503, std::string_view("This cannot be answered just now. The fault is the server's, "
                                    "not that of your query: try again in a moment.")},
    std::pair{505, std::string_view("This version of HTTP is not spoken here.")}};

constexpr std::array kRefusals = {
    RefusalWords{400, "bad-request", "not a valid HTTP request",
                 "send a path, HTTP/1.1 and one Host"},
    RefusalWords{404, "not-found", "there is no such call", "all of them: /api/v1/openapi.yaml"},
    RefusalWords{405, "method-not-allowed", "this can only be read", "use GET or HEAD"},
    RefusalWords{408, "timeout", "the request took too long to arrive", "send it without pauses"},
    RefusalWords{411, "no-length", "the body has no length", "send Content-Length"},
    RefusalWords{413, "too-large", "the body is too long", "send a shorter one"},
    RefusalWords{414, "too-long", "the address is too long", "ask for less at once"},
    RefusalWords{417, "bad-request", "the field Expect is not supported", "leave it out"},
    RefusalWords{421, "foreign-host", "this name is not served here",
                 "use an address of the server, or a name that porthole serve --host was given"},
    RefusalWords{431, "too-long", "the fields of the request are too long or too many",
                 "send fewer of them"},
    RefusalWords{500, "internal", "something went wrong here", "the log of the server has more"},
    RefusalWords{501, "method-not-allowed", "this method is not known here", "use GET or HEAD"},
    RefusalWords{503, "busy", "too much is asked for just now", "try again in a moment"},
    RefusalWords{505, "bad-request", "this version of HTTP is not spoken here", "use HTTP/1.1"}};

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

std::string_view status_text(int status) {
  const auto found = std::find_if(kTexts.begin(), kTexts.end(),
                                  [status](const auto& row) { return row.first == status; });
  return found == kTexts.end() ? std::string_view() : found->second;
}

RefusalWords refusal_words(int status) {
  const auto found = std::find_if(kRefusals.begin(), kRefusals.end(),
                                  [status](const auto& row) { return row.status == status; });
  return found == kRefusals.end() ? RefusalWords{status, "refused", http::reason_phrase(status), ""}
                                  : *found;
}

}  // namespace porthole::search
