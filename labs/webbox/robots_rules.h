#pragma once

/// robots.txt files of the box. The packages lack the real ones, so these are our own: one for all
/// hosts, and a few with features of real files (groups, wildcards, a byte order mark, CRLF,
/// Crawl-delay, a host that is closed altogether).
/// Source of the form: RFC 9309.

#include <map>
#include <string>

namespace porthole::labs {

/// robots.txt by host.
using RobotsRules = std::map<std::string, std::string, std::less<>>;

/// The hosts whose file differs from default_robots().
const RobotsRules& own_robots_rules();

/// `scheme` ("http" or "https") and `host` go into the address of the site map.
std::string default_robots(const std::string& scheme, const std::string& host);

}  // namespace porthole::labs
