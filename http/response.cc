#include "http/response.h"

#include <Poco/Net/HTTPResponse.h>

#include <algorithm>
#include <functional>

#include "base/text/text.h"

namespace porthole::http {

std::string etag_of(const std::string& body) {
  return '"' + std::to_string(std::hash<std::string>{}(body)) + '"';
}

// Splits at commas, which the ETags of this program do not contain.
bool names_etag(std::string_view if_none_match, std::string_view etag) {
  const auto names = [etag](std::string_view one) {
    std::string_view name = trim(one);
    if (name.starts_with("W/")) name.remove_prefix(2);  // weak comparison
    return name == etag || name == "*";
  };
  const auto all = split(if_none_match, ',');
  return std::any_of(all.begin(), all.end(), names);
}

std::string_view reason_phrase(int status) {
  using Poco::Net::HTTPResponse;
  switch (status) {  // Poco 1.11 has names of RFC 2616 for these.
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 422:
      return "Unprocessable Content";
    default:
      break;
  }
  const std::string& phrase =
      HTTPResponse::getReasonForStatus(static_cast<HTTPResponse::HTTPStatus>(status));
  return phrase == HTTPResponse::HTTP_REASON_UNKNOWN ? "Error" : std::string_view(phrase);
}

}  // namespace porthole::http
