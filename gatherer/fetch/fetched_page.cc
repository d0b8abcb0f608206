#include "gatherer/fetch/fetched_page.h"

#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

FetchOutcome outcome_of(const FetchResponse& response) {
  if (response.status != FetchStatus::kAnswer) {
    return worth_retrying(response.status) ? FetchOutcome::kTryAgain : FetchOutcome::kFailed;
  }
  if (is_page(response.http_status))
    return response.broke_off ? FetchOutcome::kPart : FetchOutcome::kDocument;
  if (is_redirect(response.http_status)) return FetchOutcome::kRedirect;
  return is_busy(response.http_status) ? FetchOutcome::kTryAgain : FetchOutcome::kFailed;
}

Result<Url> redirect_target(const FetchedPage& page) {
  const std::string_view location = page.response.header("location");
  if (location.empty()) return fail(ErrorCode::kInvalid, "a redirect without a Location");
  Result<Url> target = Url::parse(location, &page.url);
  if (!target) return target;
  return target->without_credentials();
}

}  // namespace porthole::gatherer
