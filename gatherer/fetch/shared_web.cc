#include "gatherer/fetch/shared_web.h"

#include <iterator>
#include <utility>

namespace porthole::gatherer {

std::optional<FetchResponse> SharedWeb::find(const std::string& url) const {
  const std::lock_guard lock(mutex_);
  const auto found = answers_.find(url);
  if (found == answers_.end()) return std::nullopt;
  return found->second;
}

void SharedWeb::put(const std::string& url, const FetchResponse& response) {
  if (worth_retrying(response.status) || response.broke_off) return;
  FetchResponse kept = response;
  kept.request_head.clear();
  kept.response_head.clear();
  kept.raw_body.clear();
  const std::lock_guard lock(mutex_);
  answers_.try_emplace(url, std::move(kept));
}

void CachingFetcher::start(FetchRequest request) {
  std::string url = request.url.without_fragment().href();
  if (std::optional<FetchResponse> known = web_.find(url)) {
    known->ticket = request.ticket;
    known_.push_back(std::move(*known));
    return;
  }
  asked_.emplace(request.ticket, std::move(url));
  behind_->start(std::move(request));
}

void CachingFetcher::poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
                          std::vector<FetchResponse>& done) {
  const bool waiting = !known_.empty();
  std::move(known_.begin(), known_.end(), std::back_inserter(done));
  known_.clear();
  std::vector<FetchResponse> fresh;
  behind_->poll(waiting ? std::chrono::milliseconds(0) : timeout, others, fresh);
  for (FetchResponse& response : fresh) {
    const auto asked = asked_.find(response.ticket);
    web_.put(asked->second, response);
    asked_.erase(asked);
    response.request_head.clear();
    response.response_head.clear();
    done.push_back(std::move(response));
  }
}

}  // namespace porthole::gatherer
