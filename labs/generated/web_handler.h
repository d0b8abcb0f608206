#pragma once

/// Serves a generated web over HTTP as a gateway (docs/specification.md, <gateway>): all hosts on
/// one port, told apart by the Host header.
///
///   auto web = std::make_shared<const GeneratedWeb>(...);
///   auto server = http::Server::start(make_web_handler(web, hours), {.hosts = hosts_of(*web)});
///
/// In:  requests for URLs of the web.
/// Out: the page as it is at the time that `hours` says, with an ETag that changes with it;
///      robots.txt of every host, which allows all; 404 for other URLs. http and https alike.
///
/// Thread safety: any thread, if `hours` is.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "http/route.h"
#include "labs/generated/generated_web.h"

namespace porthole::labs {

/// `hours`: time since the beginning of the web.
std::unique_ptr<const http::Handler> make_web_handler(std::shared_ptr<const GeneratedWeb> web,
                                                      std::function<double()> hours);

/// Names that http::ServerOptions::hosts has to allow.
std::vector<std::string> hosts_of(const GeneratedWeb& web);

/// The robots.txt of every site: all is allowed.
inline constexpr const char* kRobotsTxt = "User-agent: *\nDisallow:\n";

/// The page `hours` after the beginning: its title, its body as paragraphs, and its links in the
/// order of the web: a list of them with their anchors, image maps and frames for those without
/// words.
std::string page_html(const GeneratedWeb& web, NodeId page, double hours = 0);

}  // namespace porthole::labs
