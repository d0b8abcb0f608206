#include "gatherer/fetch/fetcher.h"

#include "archive/http_message.h"

namespace porthole::gatherer {

const char* fetch_status_name(FetchStatus status) {
  switch (status) {
    case FetchStatus::kAnswer:
      return "answer";
    case FetchStatus::kUnresolvable:
      return "unresolvable";
    case FetchStatus::kForbidden:
      return "forbidden-address";
    case FetchStatus::kConnectFailed:
      return "connect-failed";
    case FetchStatus::kTimeout:
      return "timeout";
    case FetchStatus::kTlsFailed:
      return "tls-failed";
    case FetchStatus::kBroken:
      return "broken";
    case FetchStatus::kDecodeFailed:
      return "decode-failed";
    case FetchStatus::kMalformed:
      return "malformed-answer";
    case FetchStatus::kExhausted:
      return "too-many-open-files";
  }
  return "unknown";
}

bool worth_retrying(FetchStatus status) {
  return status == FetchStatus::kConnectFailed || status == FetchStatus::kTimeout ||
         status == FetchStatus::kBroken;
}

std::string_view FetchResponse::header(std::string_view name) const {
  return archive::first_value(headers, name);
}

}  // namespace porthole::gatherer
