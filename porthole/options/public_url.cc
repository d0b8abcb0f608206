#include "porthole/options/public_url.h"

#include <string_view>

#include "base/url/url.h"

namespace porthole::cli {

Result<PublicUrl> parse_public_url(const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url || !url->is_web() || url->request_target() != "/" ||
      text.find_first_of("@?#") != std::string::npos) {
    return fail(ErrorCode::kUsage, "not the address of a server: --public-url " + text,
                "give scheme and host alone: --public-url https://search.example.org");
  }
  return PublicUrl{std::string(url->scheme()) + "://" + url->host_and_port(),
                   std::string(url->host())};
}

}  // namespace porthole::cli
