#pragma once

/// Ports of schemes, and ports that a URL must not lead to.
///
/// Thread safety: any thread.

#include <string_view>

namespace porthole {

/// The port of a URL without one: 80 for http, 993 for imaps; 0 if the scheme is not known here.
/// Source: the service names of RFC 6335's registry, but for oai and oais, which are http and
/// https.
int default_port(std::string_view scheme);

/// True for the ports of other services (mail, X11, IRC, ...), which bytes that a page makes us
/// send could give orders to, and for port 0. Source: the Fetch standard, "bad port"
/// (https://fetch.spec.whatwg.org/#port-blocking).
bool is_blocked_port(int port);

}  // namespace porthole
