#pragma once

/// A complete HTTP request, as the event loop hands it to a handler (handler.h).
///
/// Not Poco's HTTPRequest: 1.11 refuses values above 8 KiB and decodes RFC 2047 words.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole::http {

struct Request {
  std::string method;
  std::string target;     ///< Path and query, also where the request line has a whole URL.
  std::string origin{};   ///< Scheme and host that the client uses: "https://search.example.org".
  int minor_version = 1;  ///< 1 for HTTP/1.1.
  std::vector<std::pair<std::string, std::string>> fields{};  ///< Names as sent; values trimmed.
  std::string body{};             ///< Its length is that of Content-Length.
  std::string client{};           ///< Numeric address of the client, without brackets.
  std::uint16_t client_port = 0;  ///< Port of the connection.

  /// The target without its query. Lifetime: that of `target`.
  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  /// Behind the question mark of the target; "" without one. Lifetime: that of `target`.
  std::string_view query() const {
    const std::size_t end = path().size();
    return std::string_view(target).substr(end < target.size() ? end + 1 : end);
  }
  /// The value of the first field of this name, in any capitals; "" when there is none.
  std::string_view field(std::string_view name) const;
  /// True when the connection may carry another request: HTTP/1.1 without `Connection: close`
  /// (RFC 9112, section 9.3).
  bool keeps_connection() const;
};

/// A request target of a server, origin-form or absolute-form.
/// Source: RFC 9112, sections 3.2.1 and 3.2.2.
struct RequestTarget {
  std::optional<std::string_view> host;  ///< Host and port of an absolute-form.
  std::string path;                      ///< With its query.
};

/// Nothing is validated. Lifetime: `text` outlives the result.
RequestTarget read_target(std::string_view text);

/// The path and query of the request that `bytes` begin with; as much of them as came, and "" where
/// none did. Nothing is validated.
std::string target_of(std::string_view bytes);

/// "GET /search?q=gear HTTP/1.1" in its parts.
struct RequestLine {
  std::string_view method;
  RequestTarget target;
  std::string_view version;  ///< "HTTP/1.1".
};

/// Nothing for a line without two spaces; nothing else is validated. The target is between the
/// first space and the last one. Lifetime: `line` outlives the result.
std::optional<RequestLine> read_request_line(std::string_view line);

/// Reads a head of lines that end in CRLF, which a judge has found good. The host of an absolute
/// URL takes the place of the field Host (RFC 9112, section 3.2.2).
///
/// Thread safety: functions without state.
Request read_request(std::string_view head);

}  // namespace porthole::http
