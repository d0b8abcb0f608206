#pragma once

/// CurlHandle: a libcurl handle that connects only to the addresses of a request, at the port of
/// its URL, and where the server chooses another (FTP's data), at one that the request allows.
///
/// Redirects, proxies and .netrc are disabled, certificates are verified. Credentials come from the
/// options only; a user name or password in a URL is not sent.
///
/// Source: https://curl.se/libcurl/c/. Thread safety: none.

#include <curl/curl.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/url/url.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/support/credentials.h"

namespace porthole {

struct CurlSettings {
  std::string protocols;  ///< In the format of CURLOPT_PROTOCOLS_STR: "ftp,ftps".
  Credentials credentials{};
  long tls = CURLUSESSL_NONE;  ///< For schemes with STARTTLS.
  std::string certificates{};  ///< PEM file of trusted issuers; "" = the system's.
};

/// Declares the options `tls` (no, try, required; default `otherwise`) and `certificates`.
std::vector<OptionDeclaration> tls_options(const std::string& otherwise);
/// Reads these options, and user and password-file. Returns "" or the problem.
std::string read_settings(const OptionValues& options, CurlSettings& settings);

/// A failure of libcurl, with a message for people.
class CurlFailure : public std::runtime_error {
 public:
  CurlFailure(CURLcode failed, const std::string& why) : std::runtime_error(why), code(failed) {}
  CURLcode code;
};

/// Converts a failure to a response if possible: 403 for a rejected login, 404 for a missing
/// resource. Errors: throws CurlFailure for all others; the page is then retried.
ProtocolAnswer answer_for_failure(CURLcode code, const std::string& why);

class CurlHandle {
 public:
  explicit CurlHandle(const CurlSettings& settings);
  CurlHandle(const CurlHandle&) = delete;
  CurlHandle& operator=(const CurlHandle&) = delete;

  CURL* get() const { return easy_.get(); }

  /// Prepares a transfer of `target`, whose host is that of `url`.
  void aim(const Url& url, const std::string& target, const ProtocolRequest& request);
  /// Runs the transfer; why() describes a failure.
  CURLcode perform();
  std::string why(CURLcode code) const;

 private:
  static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept;
  /// Why no connection may be made there; "" if it may.
  std::string objection_to(const curl_sockaddr& address) const;

  struct Free {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  std::unique_ptr<curl_slist, Free> resolve_;  // outlives the handle, which reads it
  std::unique_ptr<CURL, Free> easy_;
  std::vector<std::string> addresses_;
  int port_ = 0;
  std::function<std::string(const std::string& address, int port)> why_not_connect_;
  std::string refusal_;  ///< Why the last transfer was not connected; "" if it was.
  char error_[CURL_ERROR_SIZE] = {};
};

/// The port of `url`, or its scheme's default.
int port_of(const Url& url);
/// scheme://host:port of `url`, without name and password.
std::string server_of(const Url& url);
/// The URL without user name and password.
std::string without_credentials(const Url& url);

}  // namespace porthole
