#include "http/status.h"

#include <Poco/Net/HTTPResponse.h>

namespace porthole::http {

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
