#include "porthole/options/listen_address.h"

#include <charconv>
#include <string_view>

#include "base/url/url.h"

namespace porthole::cli {

Result<ListenAddress> parse_listen_address(const std::string& text) {
  const auto colon = text.rfind(':');
  const std::string_view whole = text;
  const std::string_view port = colon == std::string::npos ? whole : whole.substr(colon + 1);
  std::string_view host = colon == std::string::npos ? "127.0.0.1" : whole.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  ListenAddress out;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), out.port);
  if (host.empty() || port.empty() || error != std::errc() || end != port.data() + port.size()) {
    return fail(ErrorCode::kUsage, "not a valid address and port: --listen " + text,
                "write --listen 127.0.0.1:8080; port 0 takes any free port");
  }
  out.address = host == "localhost" ? "127.0.0.1" : std::string(host);
  return out;
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

Result<void> check_host_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const Result<Url> url = Url::parse("http://" + name + "/");
    if (url && url->host_and_port() == url->host() && url->request_target() == "/" &&
        name.find_first_of(" \t\r\n:/?#@") == std::string::npos)
      continue;
    return fail(ErrorCode::kUsage, "not the name of a host: --host " + name,
                "write it without scheme and port: --host search.example.org");
  }
  return {};
}

}  // namespace porthole::cli
