#include "plugins/protocols/curl_base/curl_handle.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "base/url/ports.h"

namespace porthole {
namespace {

constexpr long kConnectSeconds = 10;

struct Endpoint {
  std::string address;
  int port = 0;
};

Endpoint in_numbers(const curl_sockaddr& address) {
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  ::getnameinfo(&address.addr, address.addrlen, host.data(), host.size(), port.data(), port.size(),
                NI_NUMERICHOST | NI_NUMERICSERV);
  return {host.data(), std::atoi(port.data())};
}

}  // namespace

std::vector<OptionDeclaration> tls_options(const std::string& otherwise) {
  return {
      {.name = "tls",
       .type = OptionType::kChoice,
       .otherwise = otherwise,
       .help = "encryption where the scheme itself has none",
       .choices = {"no", "try", "required"}},
      {.name = "certificates", .help = "a PEM file of trusted issuers, in place of the system's"}};
}

std::string read_settings(const OptionValues& options, CurlSettings& settings) {
  const std::string tls = options.text("tls");
  settings.tls = tls == "required" ? CURLUSESSL_ALL
                 : tls == "try"    ? CURLUSESSL_TRY
                                   : CURLUSESSL_NONE;
  settings.certificates = options.text("certificates");
  if (!settings.certificates.empty() && !std::filesystem::exists(settings.certificates)) {
    return "certificates is not there: " + settings.certificates;
  }
  return read_credentials(options, settings.credentials);
}

ProtocolAnswer answer_for_failure(CURLcode code, const std::string& why) {
  ProtocolAnswer answer;
  answer.headers = {{"content-type", "text/plain; charset=utf-8"}};
  answer.body = why;
  switch (code) {
    case CURLE_REMOTE_FILE_NOT_FOUND:
    case CURLE_FTP_COULDNT_RETR_FILE:
    case CURLE_TFTP_NOTFOUND:
      answer.status = 404;
      break;
    case CURLE_LOGIN_DENIED:
    case CURLE_REMOTE_ACCESS_DENIED:
    case CURLE_AUTH_ERROR:
      answer.status = 403;
      break;
    case CURLE_URL_MALFORMAT:
      answer.status = 400;
      break;  // A path that the protocol cannot say, such as one with a line break.
    default:
      throw CurlFailure(code, why);
  }
  return answer;
}

int port_of(const Url& url) {
  return url.effective_port() != 0 ? url.effective_port() : default_port(url.scheme());
}

std::string server_of(const Url& url) {
  return std::string(url.scheme()) + "://" + url.host_and_port();
}

std::string without_credentials(const Url& url) { return server_of(url) + url.request_target(); }

CurlHandle::CurlHandle(const CurlSettings& settings) : easy_(curl_easy_init()) {
  if (!easy_) throw std::bad_alloc();
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, settings.protocols.c_str());
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(easy, CURLOPT_USE_SSL, settings.tls);
  if (!settings.certificates.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, settings.certificates.c_str());
  }
  if (!settings.credentials.user.empty()) {
    curl_easy_setopt(easy, CURLOPT_USERNAME, settings.credentials.user.c_str());
    curl_easy_setopt(easy, CURLOPT_PASSWORD, settings.credentials.password.c_str());
  }
  curl_easy_setopt(easy, CURLOPT_FTP_SKIP_PASV_IP, 1L);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &CurlHandle::open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
}

void CurlHandle::aim(const Url& url, const std::string& target, const ProtocolRequest& request) {
  CURL* easy = easy_.get();
  addresses_ = request.addresses;
  port_ = port_of(url);
  why_not_connect_ = request.why_not_connect;
  curl_easy_setopt(easy, CURLOPT_URL, target.c_str());
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, static_cast<long>(request.timeout_seconds));
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT,
                   std::min<long>(kConnectSeconds, request.timeout_seconds));
  // The name is looked up once, by the host of this plug-in; open_socket() holds curl to the
  // result.
  std::string pinned = std::string(url.host()) + ":" + std::to_string(port_of(url)) + ":";
  for (const std::string& address : addresses_) {
    pinned += (pinned.ends_with(':') ? "" : ",");
    pinned += address.find(':') == std::string::npos ? address : "[" + address + "]";
  }
  curl_easy_setopt(easy, CURLOPT_RESOLVE, nullptr);
  resolve_.reset(url.host().starts_with('[') ? nullptr
                                             : curl_slist_append(nullptr, pinned.c_str()));
  curl_easy_setopt(easy, CURLOPT_RESOLVE, resolve_.get());
}

CURLcode CurlHandle::perform() {
  error_[0] = '\0';
  refusal_.clear();
  return curl_easy_perform(easy_.get());
}

std::string CurlHandle::why(CURLcode code) const {
  if (!refusal_.empty()) return refusal_;
  return error_[0] != '\0' ? error_ : curl_easy_strerror(code);
}

std::string CurlHandle::objection_to(const curl_sockaddr& address) const {
  const Endpoint to = in_numbers(address);
  if (std::find(addresses_.begin(), addresses_.end(), to.address) == addresses_.end())
    return to.address + " is not an address of the URL's host";
  if (to.port == port_) return "";
  return why_not_connect_ ? why_not_connect_(to.address, to.port)
                          : "port " + std::to_string(to.port) + " is not that of the URL";
}

curl_socket_t CurlHandle::open_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept {
  auto* const handle = static_cast<CurlHandle*>(self);
  if (std::string why = handle->objection_to(*address); !why.empty()) {
    handle->refusal_ = "refused: " + why;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

}  // namespace porthole
