#pragma once

/// Computes the server's responses from plain values, independent of sockets and of the HTTP
/// library.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "labs/webbox/manifest.h"

namespace porthole::labs {

// robots.txt files of the box. The packages lack the real ones, so these are our own: one for all
// hosts, and a few with features of real files (groups, wildcards, a byte order mark, CRLF,
// Crawl-delay, a host that is closed altogether).
// Source of the form: RFC 9309.

/// robots.txt by host.
using RobotsRules = std::map<std::string, std::string, std::less<>>;

/// The hosts whose file differs from default_robots().
const RobotsRules& own_robots_rules();

/// `scheme` ("http" or "https") and `host` go into the address of the site map.
std::string default_robots(const std::string& scheme, const std::string& host);

/// A request; header values are "" when the header is absent.
struct Request {
  std::string method;
  std::string target;  ///< As in the request line: a path, or a URL sent to a proxy.
  std::string host;
  std::string forwarded_proto;
  std::string accept_encoding;
  std::string if_none_match;
  std::string if_modified_since;
};

struct Response {
  int status = 200;
  std::string type;
  std::string body;  ///< Sent to GET; for HEAD only its length counts.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string url;  ///< Requested URL, with scheme: for the log.
};

/// Thread safety: answer() may be called from any thread.
/// Ownership: keeps references; both must outlive it.
class Responder {
 public:
  Responder(const Manifest& manifest, const RobotsRules& robots)
      : manifest_(manifest), robots_(robots) {}

  /// Never fails: errors become HTTP statuses.
  Response answer(const Request& request) const;

 private:
  struct Target;

  Response robots(const Target& target) const;
  Response site_map(const Target& target) const;
  Response file(const Resource& resource, const Request& request) const;
  Response missing(const Target& target) const;

  const Manifest& manifest_;
  const RobotsRules& robots_;
};

/// Whether an Accept-Encoding header allows gzip (RFC 9110 12.5.3): named, or "*", with a weight
/// above 0.
bool accepts_gzip(std::string_view accept_encoding);

/// Whether an If-None-Match header holds `tag`, by weak comparison (RFC 9110 13.1.2).
bool matches_tag(std::string_view if_none_match, std::string_view tag);

/// `data` as one gzip member, at the fastest level. Errors: nullopt when zlib fails.
std::optional<std::string> gzip(std::string_view data);

}  // namespace porthole::labs
