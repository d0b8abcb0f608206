#include "console/access/guard.h"

#include <algorithm>

#include "base/text/text.h"
#include "base/url/url.h"

namespace porthole::console {
namespace {

constexpr std::string_view kFetchSite = "Sec-Fetch-Site";

bool is_loopback(const Url& url) {
  const std::string_view host = url.host();
  if (!url.host_is_address()) return host == "localhost";
  return host.starts_with("127.") || host == "[::1]";
}

}  // namespace

bool is_own_host(std::string_view host_field, const std::vector<std::string>& hosts) {
  const Result<Url> url = Url::parse("http://" + std::string(host_field) + "/");
  if (!url) return false;
  if (is_loopback(*url)) return true;
  return std::any_of(hosts.begin(), hosts.end(), [&](const std::string& name) {
    return equals_ignoring_case(name, url->host());
  });
}

bool is_of_own_page(const http::Request& request) {
  const std::string_view site = request.field(kFetchSite);
  if (!site.empty() && site != "same-origin") return false;
  const std::string_view origin = request.field("Origin");
  const std::string host(request.field("Host"));
  if (host.empty()) return false;
  return equals_ignoring_case(origin, "http://" + host) ||
         equals_ignoring_case(origin, "https://" + host);
}

bool may_read(const http::Request& request) {
  const std::string_view site = request.field(kFetchSite);
  return site.empty() || site == "same-origin" || site == "none";
}

std::string cookie(const http::Request& request, std::string_view name) {
  std::string found;
  int times = 0;
  for (const auto& [field, value] : request.fields) {
    if (!equals_ignoring_case(field, "Cookie")) continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view pair = trim(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const std::size_t equals = pair.find('=');
      if (equals == std::string_view::npos || pair.substr(0, equals) != name) continue;
      found = pair.substr(equals + 1);
      ++times;
    }
  }
  return times == 1 ? found : std::string();
}

bool is_json(const http::Request& request) {
  const std::string_view type = request.field("Content-Type");
  return equals_ignoring_case(trim(type.substr(0, type.find(';'))), "application/json");
}

}  // namespace porthole::console
