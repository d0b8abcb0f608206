#include "search/site/status.h"

#include <algorithm>
#include <array>
#include <utility>

#include "http/status.h"

namespace porthole::search {
namespace {

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
