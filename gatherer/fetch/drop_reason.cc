#include "gatherer/fetch/drop_reason.h"

namespace porthole::gatherer {

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
  return response.status == FetchStatus::kAnswer ? repository::http_reason(response.http_status)
                                                 : reason_of(response.status);
}

}  // namespace porthole::gatherer
