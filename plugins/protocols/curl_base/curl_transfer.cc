#include "plugins/protocols/curl_base/curl_transfer.h"

#include <algorithm>
#include <utility>

#include "plugins/protocols/support/answers.h"

namespace porthole {
namespace {

constexpr std::size_t kMostOfAHead = 256 << 10;

}  // namespace

CurlTransferrer::CurlTransferrer(const CurlSettings& settings) : handle_(settings) {
  curl_easy_setopt(get(), CURLOPT_WRITEFUNCTION, &CurlTransferrer::take_body);
  curl_easy_setopt(get(), CURLOPT_WRITEDATA, this);
  curl_easy_setopt(get(), CURLOPT_HEADERFUNCTION, &CurlTransferrer::take_head);
  curl_easy_setopt(get(), CURLOPT_HEADERDATA, this);
}

CurlResult CurlTransferrer::transfer(const Url& url, const std::string& target,
                                     const ProtocolRequest& request) {
  result_ = {};
  limit_ = static_cast<std::size_t>(std::max<std::int64_t>(request.body_limit, 0));
  handle_.aim(url, target, request);
  const Result<WallTime> since = parse_http_date(request.last_modified);
  curl_easy_setopt(get(), CURLOPT_TIMECONDITION,
                   static_cast<long>(since ? CURL_TIMECOND_IFMODSINCE : CURL_TIMECOND_NONE));
  if (since) {
    curl_easy_setopt(get(), CURLOPT_TIMEVALUE_LARGE,
                     static_cast<curl_off_t>(since->time_since_epoch().count()));
  }
  result_.code = handle_.perform();
  if (result_.truncated && result_.code == CURLE_WRITE_ERROR) result_.code = CURLE_OK;
  if (result_.code != CURLE_OK) result_.why = handle_.why(result_.code);
  curl_easy_getinfo(get(), CURLINFO_RESPONSE_CODE, &result_.status);
  long unmet = 0;
  curl_easy_getinfo(get(), CURLINFO_CONDITION_UNMET, &unmet);
  result_.unchanged = unmet != 0;
  curl_off_t changed = -1;
  curl_easy_getinfo(get(), CURLINFO_FILETIME_T, &changed);
  if (changed >= 0) result_.changed = WallTime{std::chrono::seconds(changed)};
  return std::move(result_);
}

std::size_t CurlTransferrer::take_body(char* bytes, std::size_t size, std::size_t count,
                                       void* self) noexcept {
  auto* transferrer = static_cast<CurlTransferrer*>(self);
  std::string& body = transferrer->result_.body;
  const std::size_t fits = std::min(size * count, transferrer->limit_ - body.size());
  body.append(bytes, fits);
  if (fits == size * count) return fits;
  transferrer->result_.truncated = true;
  return 0;
}

std::size_t CurlTransferrer::take_head(char* bytes, std::size_t size, std::size_t count,
                                       void* self) noexcept {
  std::string& head = static_cast<CurlTransferrer*>(self)->result_.head;
  if (head.size() + size * count > kMostOfAHead) return 0;
  head.append(bytes, size * count);
  return size * count;
}

ProtocolAnswer answer_of(CurlResult result, std::string_view content_type) {
  if (result.code != CURLE_OK) return answer_for_failure(result.code, result.why);
  ProtocolAnswer answer;
  answer.status = result.unchanged ? 304 : 200;
  answer.headers = {{"content-type", std::string(content_type)}};
  if (result.changed) {
    answer.headers.emplace_back("last-modified", format_http_date(*result.changed));
  }
  answer.body = std::move(result.body);
  answer.truncated = result.truncated;
  return answer;
}

}  // namespace porthole
