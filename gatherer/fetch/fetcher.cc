#include "gatherer/fetch/fetcher.h"

#include "archive/http_message.h"

namespace porthole::gatherer {

bool worth_retrying(FetchStatus status) {
  return status == FetchStatus::kConnectFailed || status == FetchStatus::kTimeout ||
         status == FetchStatus::kBroken;
}

std::string_view FetchResponse::header(std::string_view name) const {
  return archive::first_value(headers, name);
}

}  // namespace porthole::gatherer
