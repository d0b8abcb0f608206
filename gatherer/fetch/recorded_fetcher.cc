#include "gatherer/fetch/recorded_fetcher.h"

#include <utility>

#include "archive/recorded_web.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

namespace {

void answer_not_found(FetchResponse& response) {
  response.http_status = 404;
  response.response_head = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
  response.headers = {{"content-length", "0"}};
}

}  // namespace

void take_recorded(archive::RecordedAnswer recorded, std::int64_t body_limit,
                   FetchResponse& response) {
  if (recorded.head.status < kFirstFinalStatus || recorded.head.status > kLastStatus) {
    response.status = FetchStatus::kMalformed;
    response.detail = "nonsense status " + std::to_string(recorded.head.status);
    return;
  }
  auto body = recorded.body(body_limit);
  if (!body) {
    response.status = FetchStatus::kDecodeFailed;
    response.detail = body.error().message;
    return;
  }
  response.http_status = recorded.head.status;
  response.headers = std::move(recorded.head.fields);
  response.response_head = std::move(recorded.head.text);
  response.body = std::move(body->bytes);
  response.truncated = body->cut;
  if (body->coded) response.raw_body = std::move(recorded.raw_body);
}

FetchResponse RecordedFetcher::answer(const FetchRequest& request) {
  FetchResponse response;
  response.ticket = request.ticket;
  response.started = system_clock().wall();
  if (!request.url.is_web()) {
    response.status = FetchStatus::kForbidden;
    response.detail = "'" + std::string(request.url.scheme()) + "' is not a protocol of the web";
    return response;
  }
  auto found = web_.find(request.url);
  if (!found) {
    response.status = FetchStatus::kBroken;
    response.detail = found.error().message;
  } else if (*found) {
    take_recorded(std::move(**found), request.body_limit, response);
  } else {
    answer_not_found(response);
  }
  return response;
}

void RecordedFetcher::poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
                           std::vector<FetchResponse>& done) {
  const bool idle = waiting_.empty();
  while (!waiting_.empty()) {
    done.push_back(answer(waiting_.front()));
    waiting_.pop_front();
  }
  for (pollfd& other : others) other.revents = 0;
  ::poll(others.data(), others.size(), idle ? static_cast<int>(timeout.count()) : 0);
}

Result<FetchResponse> answer_at(const std::filesystem::path& archive_folder,
                                const archive::Place& place, std::int64_t body_limit) {
  TRY_AS(answer, archive::read_answer(archive_folder / place.file, place.offset));
  TRY_AS(body, answer->body(body_limit));
  FetchResponse response;
  response.http_status = answer->head.status;
  response.headers = std::move(answer->head.fields);
  response.body = std::move(body->bytes);
  response.truncated = body->cut;
  return response;
}

}  // namespace porthole::gatherer
