#pragma once

/// An HTTP response, its ETag (RFC 9110, sections 8.8.3 and 13.1.2) and the reason phrase of its
/// status (section 15).
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole::http {

/// The form in which a client is told that its request is refused.
enum class RefusalForm {
  kPage,     ///< For people.
  kJson,     ///< For programs.
  kJsonRpc,  ///< For programs that speak JSON-RPC 2.0.
};

struct Response {
  int status = 200;
  std::string content_type = "text/html; charset=utf-8";
  std::string body;
  int max_age = 0;      ///< Seconds for Cache-Control; 0 = no caching.
  int retry_after = 0;  ///< Seconds; 0 = no such field.
  std::string etag{};   ///< With its quotation marks (RFC 9110, section 8.8.3); "" = no such field.
  bool is_whole =
      true;  ///< False for partial results: the deadline passed, and a retry may find more.
  std::string disposition{};  ///< Content-Disposition; "" = no such field.
  /// The body is a document of somebody else: nothing in it may run, or reach this server.
  bool is_foreign = false;
  std::vector<std::pair<std::string, std::string>> fields{};  ///< Further ones: Set-Cookie, ...
  /// Only its type and `fields` are sent: none of those that answers of Porthole have (exchange.h).
  bool is_bare = false;
};

/// The ETag of a response with this body, with its quotation marks.
std::string etag_of(const std::string& body);

/// True when the field value If-None-Match contains `etag`, or is "*".
bool names_etag(std::string_view if_none_match, std::string_view etag);

inline constexpr int kNotModified = 304;

/// "Not Found" for 404 and so on; "Error" for a status that this program never sends.
std::string_view reason_phrase(int status);

}  // namespace porthole::http
