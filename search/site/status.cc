#include "search/site/status.h"

#include <algorithm>
#include <array>
#include <utility>

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

}  // namespace

std::string_view status_text(int status) {
  const auto found = std::find_if(kTexts.begin(), kTexts.end(),
                                  [status](const auto& row) { return row.first == status; });
  return found == kTexts.end() ? std::string_view() : found->second;
}

}  // namespace porthole::search
