#include "porthole/options/addresses.h"

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

Result<void> check_gateway(const std::string& gateway) {
  const Result<Url> url = Url::parse(gateway);
  if (gateway.empty() || (url && url->scheme() == "http" && !url->host().empty())) return {};
  return fail(ErrorCode::kUsage, "not a valid http URL: --gateway " + gateway,
              "give the URL of the server: --gateway http://127.0.0.1:8090");
}

Result<PublicUrl> parse_public_url(const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url || !url->is_web() || url->request_target() != "/" ||
      text.find_first_of("@?#") != std::string::npos) {
    return fail(ErrorCode::kUsage, "not the address of a server: --public-url " + text,
                "give scheme and host alone: --public-url https://search.example.org");
  }
  return PublicUrl{std::string(url->scheme()) + "://" + url->host_and_port(),
                   std::string(url->host())};
}

}  // namespace porthole::cli
