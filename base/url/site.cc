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

std::string key_of_page(const Url& page) {
  return page.fragment().empty() ? page.key() : page.href();
}

std::string key_of_page(const std::string& page) {
  const Result<Url> url = Url::parse(page);
  return url ? key_of_page(*url) : page;
}

}  // namespace porthole
