#include "search/site_context.h"

#include <chrono>
#include <thread>

#include "search/page_data.h"
#include "search/status.h"

namespace porthole::search {
namespace {

constexpr std::chrono::milliseconds kLongestWait{100};  // for a turn

}  // namespace

SiteContext::SiteContext(std::vector<ServedCollection> collections)
    : collections_(std::move(collections)), turns_(std::thread::hardware_concurrency() + 1, kLongestWait) {}

Frame SiteContext::frame_of(const std::string& chosen, std::optional<std::int64_t> pages) const {
  return {chosen.empty() ? collections_.all_names() : chosen, pages, collections_.names(), chosen};
}

Frame SiteContext::frame(const Question& question) {
  const auto pages = with_searcher(question, [](Searcher& searcher) { return searcher.documents(); });
  return frame_of(question.collection(), pages ? std::optional(*pages) : std::nullopt);
}

Answer SiteContext::message(int status) const {
  Answer answer = page_answer(message_page(frame_of("", std::nullopt), reason_phrase(status), status_text(status)));
  answer.status = status;
  answer.retry_after = status == 503 ? 5 : 0;
  return answer;
}

Answer SiteContext::not_found(const std::string& text) const {
  Answer answer = page_answer(message_page(frame_of("", std::nullopt), reason_phrase(404), text));
  answer.status = 404;
  return answer;
}

Answer SiteContext::error_page(const Question& question, const Error& error) {
  if (error.code == ErrorCode::kNotFound) return not_found(as_sentence(error.message) + ".");
  if (error.code != ErrorCode::kInvalid) return message(503);
  Answer answer = page_answer(query_error_page(frame(question), question.query(), error));
  answer.status = 400;
  return answer;
}

Error SiteContext::no_collection() {
  return {ErrorCode::kNotFound, "there is no collection of this name", "", 0, 0, "all collections: /api/v1/collections"};
}

}  // namespace porthole::search
