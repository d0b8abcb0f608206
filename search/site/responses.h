#pragma once

/// The request as the handlers of the search site are given it, and the responses that they share:
/// HTML, JSON and errors.
///
/// Thread safety: any thread.

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/json_response.h"
#include "http/parameters.h"
#include "http/response.h"
#include "search/site/frame.h"
#include "search/site/request_counts.h"
#include "search/site/served_collections.h"

namespace porthole::search {

/// Lifetime: what it refers to and the viewed texts outlive it.
struct RequestContext {
  ServedCollections& collections;
  std::string_view path;
  const http::Parameters& parameters;
  std::string_view target;        ///< Path and query as sent.
  std::string_view origin;        ///< "http://127.0.0.1:8080".
  std::string_view languages;     ///< Accept-Language, "de-AT,de;q=0.9,en;q=0.8".
  const RequestCounts& answered;  ///< By the server.

  const std::string& query() const { return parameters.text("q"); }
  const std::string& url() const { return parameters.text("url"); }
  const std::string& collection() const { return parameters.text("collection"); }
};

using http::json_error;
using http::json_response;
using http::Response;

inline constexpr int kDefaultSize = 10;  ///< Length of a list whose request has no `size`.
inline constexpr const char* kPlainType = "text/plain; charset=utf-8";

Response html_response(std::string html);
/// The refusal of a request with this status.
Response json_refusal(int status);
/// The form of errors of a request for `target`: JSON of the API, and of what answers with JSON.
http::RefusalForm error_form(std::string_view target);
/// The API's response to an error of a search.
Response json_error(const Error& error);

/// The shared parts of an HTML page. `request`: null when it could not be read. Reads no index.
Frame frame_without_overview(const ServedCollections& collections, const RequestContext* request);
/// The same with the overview of the searched collections.
Frame frame_of(const RequestContext& request);

/// A page for a status that has no content of its own. Keeps the query of `request`, unless null,
/// in the search box. Reads no index, since a broken index may be the cause.
Response message_response(const ServedCollections& collections, int status,
                          const RequestContext* request);
/// A page with status 404. `text`: a sentence.
Response not_found_response(const RequestContext& request, const std::string& text);
/// The answer to an error of a handler, in the form of the request's path.
Response error_response(const RequestContext& request, const Error& error);

/// The meaning of a status for people; "" for a status with a page of its own.
std::string_view status_text(int status);

/// A refusal as the API tells it.
struct RefusalWords {
  int status = 0;
  std::string_view code, message, hint;
};
/// The words for any status from 400.
RefusalWords refusal_words(int status);

}  // namespace porthole::search
