#include "base/url/site.h"

namespace porthole {

std::string site_of(const Url& url) {
  if (url.host().empty()) return std::string(url.scheme()) + ":";
  return registrable_domain(url.host());
}

bool is_below(std::string_view host, std::string_view domain) {
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && !host.ends_with(']')) host = host.substr(0, colon);
  if (!host.ends_with(domain)) return false;
  return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

}  // namespace porthole
