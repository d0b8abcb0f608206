#pragma once

/// ProtocolHandler: the plug-in interface for protocols other than HTTP.
///
/// In:  the options of its <protocol>, once; then URLs of its schemes, one after the other.
/// Out: responses in the form of HTTP: a status, some headers, a body.
///
/// A handler runs in a sandbox process, with limits of memory and time; several processes may run
/// at once, each with its own object. A folder, newsgroup, mailbox or table is returned as a page
/// of links (text/html); a message as message/rfc822, a row as a page: summarizers
/// (plugins/format_summarizer.h) interpret them.
///
/// A failure (an exception, an invalid response, a crash, a timeout) affects one page. A handler
/// that fails often is disabled, which `porthole status` shows.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "plugins/plugin.h"

namespace porthole {

/// The schemes of a handler, with their rules of politeness and scope.
struct Manners {
  std::vector<std::string> schemes;  ///< In lower case; a specification may name some of them only.
  /// True: URLs name a server, which has its own queue and the delay of <politeness>. False: all
  /// URLs of a scheme share one queue, without delays.
  bool has_hosts = true;
  /// True: the server's /robots.txt is fetched over this protocol, and obeyed (RFC 9309 2.3).
  bool has_robots = false;
  /// True: pages of other schemes may link to its URLs. False: only seeds and pages of the
  /// handler's own schemes may, so that a web page cannot make the crawler read private mail.
  bool open_to_links = true;
  /// For URLs without a port, of schemes that base/url/ports.h does not know. Requires: not 0 when
  /// has_hosts.
  int default_port = 0;
};

struct ProtocolRequest {
  std::string url;              ///< Serialised by the URL standard, without a fragment.
  std::int64_t body_limit = 0;  ///< Maximum number of bytes of the body; the rest is cut.
  std::string etag{};           ///< From the previous response; answer 304 if nothing has changed.
  std::string last_modified{};  ///< From the previous response, likewise.
  /// The host's numeric addresses that the specification allows; connect to one of these only.
  /// Empty for a handler without hosts.
  std::vector<std::string> addresses{};
  /// For a protocol whose server asks for a further connection (FTP's data): why it may not be made
  /// to `port` of one of `addresses`, "" if it may. Empty for a handler without hosts.
  std::function<std::string(const std::string& address, int port)> why_not_connect{};
  int timeout_seconds = 60;  ///< The process is killed after this time.
};

struct ProtocolAnswer {
  int status = 0;  ///< An HTTP status (RFC 9110 15), 200 to 599: 200, 301, 304, 403, 404, 503, ...
  /// Names and values. Used are content-type, last-modified (RFC 9110 5.6.7), etag, location,
  /// x-robots-tag and retry-after. Headers of the transfer (content-encoding, content-length,
  /// transfer-encoding) are ignored: the body is not encoded.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool truncated = false;  ///< The body is incomplete; a body over the limit is always cut.
};

class __attribute__((visibility("default"))) ProtocolHandler : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kProtocol; }

  /// Must return the same value at every call, also before configure().
  virtual Manners manners() const = 0;

  /// Fetches a URL. The connection may be kept for the next call. Do not follow redirects: return
  /// them as responses.
  ///
  /// Errors: missing or refused resources are responses. An exception fails the current page, which
  /// is retried; its message is the reason.
  virtual ProtocolAnswer fetch(const ProtocolRequest& request) = 0;
};

}  // namespace porthole
