#include "gatherer/fetch/webhook.h"

#include <curl/curl.h>

#include <memory>

#include "base/url/url.h"

namespace porthole::gatherer {
namespace {

struct Cleanup {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

std::size_t ignore_body(char*, std::size_t size, std::size_t count, void*) { return size * count; }

}  // namespace

Result<void> check_webhook(const std::string& url) {
  const Result<Url> parsed = Url::parse(url);
  if (parsed && (url.starts_with("http://") || url.starts_with("https://"))) return {};
  return fail(ErrorCode::kInvalid, "not a valid webhook: " + url,
              "give an http or https URL, such as https://hooks.example.org/porthole");
}

Result<void> post_webhook(const std::string& url, const std::string& json,
                          std::chrono::milliseconds limit) {
  if (auto checked = check_webhook(url); !checked) return checked;
  const std::unique_ptr<CURL, Cleanup> easy(curl_easy_init());
  const std::unique_ptr<curl_slist, Cleanup> fields(
      curl_slist_append(nullptr, "Content-Type: application/json"));
  if (easy == nullptr || fields == nullptr)
    return fail(ErrorCode::kNetwork, "the webhook could not be called: libcurl has no memory");
  CURL* const handle = easy.get();
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, json.c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(json.size()));
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields.get());
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "Porthole/" PORTHOLE_VERSION);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, ignore_body);
  const CURLcode code = curl_easy_perform(handle);
  if (code != CURLE_OK) {
    return fail(code == CURLE_OPERATION_TIMEDOUT ? ErrorCode::kTimeout : ErrorCode::kNetwork,
                "the webhook " + url + " did not answer: " + curl_easy_strerror(code),
                "the rows are sent again with the next answer");
  }
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  if (status >= 200 && status < 300) return {};
  return fail(ErrorCode::kNetwork,
              "the webhook " + url + " answered with the status " + std::to_string(status),
              "the rows are sent again with the next answer");
}

}  // namespace porthole::gatherer
