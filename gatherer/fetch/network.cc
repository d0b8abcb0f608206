#include "gatherer/fetch/network.h"

#include <curl/curl.h>

#include <utility>

#include "archive/recorded_web.h"
#include "gatherer/fetch/curl_fetcher.h"
#include "gatherer/fetch/recorded_fetcher.h"
#include "plugins/host/address_policy.h"

namespace porthole::gatherer {

Result<std::unique_ptr<Fetcher>> open_network(const collection::Specification& specification,
                                              MayAsk may_ask) {
  const collection::Network& network = specification.network;
  if (!network.recorded.empty()) {
    TRY_AS(web, archive::RecordedWeb::open(network.recorded));
    return std::make_unique<RecordedFetcher>(std::move(*web));
  }
  if (network.box && !network.gateway) {
    return fail(ErrorCode::kIncomplete, "the web in a box is not open",
                "open it before, and make it the gateway");
  }
  CurlFetcherOptions options;
  options.may_ask = std::move(may_ask);
  options.user_agent = specification.agent.user_agent();
  options.timeouts.whole = network.timeout;
  options.timeouts.connect = network.connect_timeout;
  if (network.gateway) {
    TRY_AS(gateway, Url::parse(*network.gateway));
    options.gateway = std::move(*gateway);
  }
  TRY_AS(policy, AddressPolicy::make(network));
  const auto shared = std::make_shared<const AddressPolicy>(std::move(*policy));
  options.address_allowed = [shared](const sockaddr* address, socklen_t size, std::string& why) {
    why = shared->why_not(address, size);
    return why.empty();
  };
  return std::make_unique<CurlFetcher>(std::move(options));
}

std::string network_libraries() { return curl_version(); }

}  // namespace porthole::gatherer
