#include "gatherer/fetch/archived_answer.h"

#include <utility>

#include "archive/recorded_web.h"

namespace porthole::gatherer {

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
