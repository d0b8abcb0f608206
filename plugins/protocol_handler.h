#pragma once

/// What a plug-in implements to speak a protocol that is not the web's.
///
/// In:  the options of its <protocol>, once; then URLs of its schemes, one after the other.
/// Out: answers in the form that HTTP gave them: a status, some headers, a body.
///
/// A handler runs in a worker process of its own, under limits of memory and time; several may run
/// at once, each with an object of its own. A folder, a newsgroup, a mailbox, a table is answered
/// as a page of links (text/html); a message as message/rfc822, a row as a page: what they mean is
/// for the summarizers (plugins/format_summarizer.h).
///
/// What goes wrong costs one page: an exception, a wrong answer, a crash, a hang. A handler that
/// fails often is set aside, which `porthole status` shows.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "plugins/plugin.h"

namespace porthole {

/// Which schemes, and which rules of politeness and scope are for them.
struct Manners {
  std::vector<std::string> schemes;  ///< In lower case; a specification may name some of them only.
  /// URLs name a server: it has a queue of its own and the delay of <politeness> is kept. Without,
  /// all URLs of a scheme wait in one queue and nothing is waited for between them.
  bool has_hosts = true;
  /// A /robots.txt of the server is asked for over this protocol, and obeyed (RFC 9309 2.3).
  bool has_robots = false;
  /// Pages of other schemes may lead here. Where they may not, only seeds and pages of the
  /// handler's own schemes do: a page of the web cannot make us read somebody's mail.
  bool open_to_links = true;
  int default_port = 0;  ///< For URLs without a port. Requires: not 0 when has_hosts.
};

struct ProtocolRequest {
  std::string url;               ///< Serialised by the URL standard, without a fragment.
  std::int64_t body_limit = 0;   ///< Bytes of the body that are wanted; the rest is cut off.
  std::string etag{};            ///< Of an earlier answer: 304 says that nothing has changed.
  std::string last_modified{};   ///< The same.
  /// The host's addresses in numbers that the specification lets us speak to; connect to one of
  /// these and to nothing else. Empty for a handler without hosts.
  std::vector<std::string> addresses{};
  int timeout_seconds = 60;      ///< After this the worker is ended.
};

struct ProtocolAnswer {
  int status = 0;  ///< As of HTTP (RFC 9110 15), 200 to 599: 200, 301, 304, 403, 404, 503, ...
  /// Name and value. Of use are content-type, last-modified (RFC 9110 5.6.7), etag, location,
  /// x-robots-tag and retry-after; fields that describe a transfer (content-encoding,
  /// content-length, transfer-encoding) are left out: the body is as it is.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool truncated = false;  ///< There is more than `body`; a body over the limit is cut in any case.
};

class __attribute__((visibility("default"))) ProtocolHandler : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kProtocol; }

  /// The same at every call, and before configure().
  virtual Manners manners() const = 0;

  /// Fetches. A connection may be kept for the next call. Nothing is followed here: a redirect is
  /// an answer like any other.
  ///
  /// Errors: what is missing or refused is an answer. An exception costs the page at hand (it is
  /// tried again); its words are the reason.
  virtual ProtocolAnswer fetch(const ProtocolRequest& request) = 0;
};

}  // namespace porthole
