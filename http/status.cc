#include "http/status.h"

#include <algorithm>
#include <array>
#include <utility>

namespace porthole::http {
namespace {

constexpr std::array kPhrases = {
    std::pair{200, std::string_view("OK")},
    std::pair{301, std::string_view("Moved Permanently")},
    std::pair{304, std::string_view("Not Modified")},
    std::pair{400, std::string_view("Bad Request")},
    std::pair{401, std::string_view("Unauthorized")},
    std::pair{403, std::string_view("Forbidden")},
    std::pair{404, std::string_view("Not Found")},
    std::pair{405, std::string_view("Method Not Allowed")},
    std::pair{408, std::string_view("Request Timeout")},
    std::pair{409, std::string_view("Conflict")},
    std::pair{411, std::string_view("Length Required")},
    std::pair{413, std::string_view("Content Too Large")},
    std::pair{414, std::string_view("URI Too Long")},
    std::pair{415, std::string_view("Unsupported Media Type")},
    std::pair{417, std::string_view("Expectation Failed")},
    std::pair{421, std::string_view("Misdirected Request")},
    std::pair{422, std::string_view("Unprocessable Content")},
    std::pair{429, std::string_view("Too Many Requests")},
    std::pair{431, std::string_view("Request Header Fields Too Large")},
    std::pair{500, std::string_view("Internal Server Error")},
    std::pair{501, std::string_view("Not Implemented")},
    std::pair{502, std::string_view("Bad Gateway")},
    std::pair{503, std::string_view("Service Unavailable")},
    std::pair{505, std::string_view("HTTP Version Not Supported")}};

}  // namespace

std::string_view reason_phrase(int status) {
  const auto found = std::find_if(kPhrases.begin(), kPhrases.end(),
                                  [status](const auto& row) { return row.first == status; });
  return found == kPhrases.end() ? "Error" : found->second;
}

}  // namespace porthole::http
