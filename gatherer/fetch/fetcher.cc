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

DropReason reason_of(FetchStatus status) {
  switch (status) {
    case FetchStatus::kUnresolvable:
      return DropReason::kUnresolvable;
    case FetchStatus::kForbidden:
      return DropReason::kForbiddenAddress;
    case FetchStatus::kTlsFailed:
      return DropReason::kTls;
    case FetchStatus::kConnectFailed:
      return DropReason::kConnectFailed;
    case FetchStatus::kTimeout:
      return DropReason::kTimeout;
    case FetchStatus::kBroken:
      return DropReason::kBroken;
    case FetchStatus::kExhausted:
      return DropReason::kExhausted;
    case FetchStatus::kDecodeFailed:
      return DropReason::kDecodeFailed;
    case FetchStatus::kMalformed:
      return DropReason::kMalformed;
    case FetchStatus::kAnswer:
      break;
  }
  return DropReason::kNone;
}

DropReason reason_of(const FetchResponse& response) {
  if (response.broke_off && is_page(response.http_status)) return DropReason::kBroken;
  return response.status == FetchStatus::kAnswer ? repository::http_reason(response.http_status)
                                                 : reason_of(response.status);
}

bool is_taken_away(DropReason reason) {
  constexpr int kGone = 410;  // RFC 9110 15.5.11: by the owner's intention
  return reason == DropReason::kRobots || repository::http_status_of(reason) == kGone;
}

}  // namespace porthole::gatherer
