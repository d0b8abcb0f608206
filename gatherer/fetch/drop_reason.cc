#include "gatherer/fetch/drop_reason.h"

namespace porthole::gatherer {
namespace {

Held held_for(FetchStatus status) {
  switch (status) {
    case FetchStatus::kUnresolvable:
      return Held::kUnresolvable;
    case FetchStatus::kForbidden:
      return Held::kForbidden;
    case FetchStatus::kTlsFailed:
      return Held::kTls;
    case FetchStatus::kConnectFailed:
    case FetchStatus::kTimeout:
    case FetchStatus::kBroken:
    case FetchStatus::kExhausted:
      return Held::kNoAnswer;
    case FetchStatus::kDecodeFailed:
    case FetchStatus::kMalformed:
      return Held::kContent;
    case FetchStatus::kAnswer:
      break;
  }
  return Held::kNo;
}

}  // namespace

DropReason reason_of(FetchStatus status) { return {held_for(status), fetch_status_name(status)}; }

DropReason reason_of_http(int status) { return {Held::kHttp, "http " + std::to_string(status)}; }

DropReason reason_of(const FetchResponse& response) {
  return response.status == FetchStatus::kAnswer ? reason_of_http(response.http_status)
                                                 : reason_of(response.status);
}

}  // namespace porthole::gatherer
