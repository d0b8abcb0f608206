#pragma once

/// A handle of libcurl that connects to the addresses of a request and to nothing else.
///
/// No redirect is followed, no proxy and no .netrc is read, certificates are verified. Credentials
/// are those of the options; a name or a password in a URL is not sent.
///
/// Source: https://curl.se/libcurl/c/. Thread safety: none.

#include <curl/curl.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/url/url.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/support/credentials.h"

namespace porthole {

struct CurlSettings {
  std::string protocols;         ///< As CURLOPT_PROTOCOLS_STR takes them: "ftp,ftps".
  Credentials credentials{};
  long tls = CURLUSESSL_NONE;    ///< For schemes that begin in the clear.
  std::string certificates{};    ///< PEM file of trusted issuers; "" = the system's.
};

/// The options `tls` (no, try, required; `otherwise` when not given) and `certificates`.
std::vector<OptionDeclaration> tls_options(const std::string& otherwise);
/// Reads these, and user and password-file. Returns "" or what is wrong with them.
std::string read_settings(const OptionValues& options, CurlSettings& settings);

/// What libcurl could not do. The words are for people.
class CurlFailure : public std::runtime_error {
 public:
  CurlFailure(CURLcode failed, const std::string& why) : std::runtime_error(why), code(failed) {}
  CURLcode code;
};

/// The answer that a failure is, if it is one: 403 for a login that was refused, 404 for what is
/// missing. Errors: throws CurlFailure for all others; the page is then tried again.
ProtocolAnswer answer_for_failure(CURLcode code, const std::string& why);

class CurlHandle {
 public:
  explicit CurlHandle(const CurlSettings& settings);
  CurlHandle(const CurlHandle&) = delete;
  CurlHandle& operator=(const CurlHandle&) = delete;

  CURL* get() const { return easy_.get(); }

  /// Prepares a transfer of `target`, whose host is that of `url`.
  void aim(const Url& url, const std::string& target, const ProtocolRequest& request);
  /// Does it. What went wrong stands in why().
  CURLcode perform();
  std::string why(CURLcode code) const;

 private:
  static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept;

  struct Free {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  std::unique_ptr<curl_slist, Free> resolve_;  // outlives the handle, which reads it
  std::unique_ptr<CURL, Free> easy_;
  std::vector<std::string> addresses_;
  char error_[CURL_ERROR_SIZE] = {};
};

/// The port of `url`, or its scheme's own.
int port_of(const Url& url);
/// scheme://host:port of `url`, without name and password.
std::string server_of(const Url& url);
/// The same with its path and query.
std::string without_credentials(const Url& url);

}  // namespace porthole
