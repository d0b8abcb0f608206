#include "porthole/options/gateway_url.h"

#include "base/url/url.h"

namespace porthole::cli {

Result<void> check_gateway(const std::string& gateway) {
  const Result<Url> url = Url::parse(gateway);
  if (gateway.empty() || (url && url->scheme() == "http" && !url->host().empty())) return {};
  return fail(ErrorCode::kUsage, "not a valid http URL: --gateway " + gateway,
              "give the URL of the server: --gateway http://127.0.0.1:8090");
}

}  // namespace porthole::cli
