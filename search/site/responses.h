#pragma once

/// Builds the responses that the handlers of the search site share: HTML, JSON and errors.
///
/// Thread safety: any thread.

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/json_response.h"
#include "http/response.h"
#include "search/site/frame.h"
#include "search/site/request_context.h"
#include "search/site/served_collections.h"

namespace porthole::search {

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

}  // namespace porthole::search
