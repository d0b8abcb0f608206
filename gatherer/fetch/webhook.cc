#include "gatherer/fetch/webhook.h"

#include <curl/curl.h>
#include <sys/socket.h>

#include <memory>
#include <utility>

#include "base/url/ports.h"
#include "base/url/url.h"
#include "plugins/host/address_policy.h"

namespace porthole::gatherer {
namespace {

constexpr const char* kSentAgain = "the rows are sent again with the next answer";

struct Cleanup {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

/// Judges each address that is about to be connected to.
struct Gate {
  AddressPolicy policy;
  std::string refused;  ///< "127.0.0.1 port 80 is loopback", or "".
};

std::size_t ignore_body(char*, std::size_t size, std::size_t count, void*) { return size * count; }

curl_socket_t open_socket(void* gate, curlsocktype, curl_sockaddr* address) noexcept {
  auto& [policy, refused] = *static_cast<Gate*>(gate);
  refused = policy.why_not(&address->addr, address->addrlen);
  if (!refused.empty()) return CURL_SOCKET_BAD;
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// The addresses of <allow>, and the one that the URL names itself.
Result<AddressPolicy> policy_for(const std::string& url, collection::Network network) {
  network.gateway = url;
  return AddressPolicy::make(network);
}

void set_options(CURL* handle, const std::string& url, const std::string& json,
                 std::chrono::milliseconds limit) {
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(handle, CURLOPT_PROXY, "");  // Ignores the environment's proxy, too.
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, json.c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(json.size()));
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "Porthole/" PORTHOLE_VERSION);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, ignore_body);
}

/// The outcome of a call that ended with `code`. `url` is without user name and password.
Result<void> outcome(CURL* handle, CURLcode code, const std::string& url, const Gate& gate) {
  if (code != CURLE_OK && !gate.refused.empty()) {
    return fail(ErrorCode::kInvalid, "the webhook " + url + " may not be called: " + gate.refused,
                "name the address itself in the URL, or allow it in the specification by "
                "<allow addresses=\"...\" ports=\"...\"/>");
  }
  if (code != CURLE_OK) {
    return fail(code == CURLE_OPERATION_TIMEDOUT ? ErrorCode::kTimeout : ErrorCode::kNetwork,
                "the webhook " + url + " did not answer: " + curl_easy_strerror(code), kSentAgain);
  }
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  if (status >= 200 && status < 300) return {};
  return fail(ErrorCode::kNetwork,
              "the webhook " + url + " answered with the status " + std::to_string(status),
              kSentAgain);
}

}  // namespace

Result<void> check_webhook(const std::string& url) {
  const Result<Url> parsed = Url::parse(url);
  if (!parsed || !(url.starts_with("http://") || url.starts_with("https://"))) {
    return fail(ErrorCode::kInvalid, "not a valid webhook: " + without_credentials(url),
                "give an http or https URL, such as https://hooks.example.org/porthole");
  }
  if (!is_blocked_port(parsed->effective_port())) return {};
  return fail(ErrorCode::kInvalid,
              "not a valid webhook: " + without_credentials(url) + ": the port " +
                  std::to_string(parsed->effective_port()) +
                  " is that of another service (Fetch standard, port blocking)",
              "let the webhook listen at another port, such as 8080");
}

Result<void> post_webhook(const std::string& url, const std::string& json,
                          const collection::Network& network, std::chrono::milliseconds limit) {
  if (auto checked = check_webhook(url); !checked) return checked;
  TRY_AS(policy, policy_for(url, network));
  const std::unique_ptr<CURL, Cleanup> easy(curl_easy_init());
  const std::unique_ptr<curl_slist, Cleanup> fields(
      curl_slist_append(nullptr, "Content-Type: application/json"));
  if (easy == nullptr || fields == nullptr)
    return fail(ErrorCode::kNetwork, "the webhook could not be called: libcurl has no memory");
  Gate gate{std::move(*policy), {}};
  set_options(easy.get(), url, json, limit);
  curl_easy_setopt(easy.get(), CURLOPT_HTTPHEADER, fields.get());
  curl_easy_setopt(easy.get(), CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(easy.get(), CURLOPT_OPENSOCKETDATA, &gate);
  const CURLcode code = curl_easy_perform(easy.get());
  return outcome(easy.get(), code, without_credentials(url), gate);
}

}  // namespace porthole::gatherer
