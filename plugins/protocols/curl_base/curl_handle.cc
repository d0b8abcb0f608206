#include "plugins/protocols/curl_base/curl_handle.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

namespace porthole {
namespace {

constexpr long kConnectSeconds = 10;

std::string in_numbers(const curl_sockaddr& address) {
  std::array<char, NI_MAXHOST> text{};
  ::getnameinfo(&address.addr, address.addrlen, text.data(), text.size(), nullptr, 0,
                NI_NUMERICHOST);
  return text.data();
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
  static constexpr std::array<std::pair<std::string_view, int>, 15> kPorts{{
      {"ftps", 990},
      {"gopher", 70},
      {"imap", 143},
      {"imaps", 993},
      {"ldap", 389},
      {"ldaps", 636},
      {"news", 119},
      {"nntp", 119},
      {"nntps", 563},
      {"oai", 80},
      {"oais", 443},
      {"pop3", 110},
      {"pop3s", 995},
      {"sftp", 22},
      {"gophers", 70},
  }};
  if (url.effective_port() != 0) return url.effective_port();
  for (const auto& [scheme, port] : kPorts) {
    if (scheme == url.scheme()) return port;
  }
  return 0;
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
  return curl_easy_perform(easy_.get());
}

std::string CurlHandle::why(CURLcode code) const {
  return error_[0] != '\0' ? error_ : curl_easy_strerror(code);
}

curl_socket_t CurlHandle::open_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept {
  const std::vector<std::string>& allowed = static_cast<CurlHandle*>(self)->addresses_;
  if (std::find(allowed.begin(), allowed.end(), in_numbers(*address)) == allowed.end()) {
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

}  // namespace porthole
