#include "search/site/site_context.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/url/url.h"
#include "http/status.h"
#include "search/query/field_values.h"
#include "search/site/page_data.h"
#include "search/site/property_data.h"
#include "search/site/status.h"

namespace porthole::search {
namespace {

constexpr std::chrono::milliseconds kLongestWait{100};  // for a turn

std::vector<WayOn> again(int status, const Question* question) {
  if (status != 503 || question == nullptr) return {};
  return {{"Try again", std::string(question->target)}};
}

/// What may be there instead of the page with this URL.
std::vector<WayOn> same_site(const std::string& page) {
  const Result<Url> url = Url::parse(page);
  if (!url || !url->is_web()) return {};
  const std::string host = url->host_and_port();
  return {{"Pages of " + host, link_to_query(field_query("site", host))}};
}

}  // namespace

SiteContext::SiteContext(std::vector<ServedCollection> collections)
    : collections_(std::move(collections)), turns_(std::thread::hardware_concurrency() + 1, kLongestWait) {}

Frame SiteContext::frame_of(const Question* question, std::optional<std::int64_t> pages) const {
  Frame frame{collections_.all_names(), pages, collections_.names()};
  if (question == nullptr) return frame;
  frame.query = question->query();
  const bool is_one = std::find(frame.all.begin(), frame.all.end(), question->collection()) != frame.all.end();
  if (is_one) frame.collections = frame.chosen = question->collection();
  return frame;
}

Frame SiteContext::frame(const Question& question) {
  const auto pages = with_searcher(question, [](Searcher& searcher) { return searcher.documents(); });
  return frame_of(&question, pages ? std::optional(*pages) : std::nullopt);
}

Response SiteContext::message(int status, const Question* question) const {
  Response answer = page_answer(message_page(frame_of(question, std::nullopt), http::reason_phrase(status), status_text(status), again(status, question)));
  answer.status = status;
  answer.retry_after = status == 503 ? 5 : 0;
  return answer;
}

Response SiteContext::not_found(const Question& question, const std::string& text) const {
  Response answer = page_answer(message_page(frame_of(&question, std::nullopt), http::reason_phrase(404), text, same_site(question.url())));
  answer.status = 404;
  return answer;
}

Response SiteContext::error_page(const Question& question, const Error& error) {
  if (error.code == ErrorCode::kNotFound) return not_found(question, as_sentence(error.message) + ".");
  if (error.code != ErrorCode::kInvalid) return message(503, &question);
  const auto fields = with_searcher(question, [](Searcher& searcher) { return searcher.query_fields(); });
  const std::vector<std::string> corrected = fields ? with_near_fields(question.query(), *fields) : std::vector<std::string>{};
  Response answer = page_answer(query_error_page(frame(question), SearchLinks(question.parameters), error, corrected));
  answer.status = 400;
  return answer;
}

Error SiteContext::no_collection() {
  return {ErrorCode::kNotFound, "there is no collection of this name", "", 0, 0, "all collections: /api/v1/collections"};
}

}  // namespace porthole::search
