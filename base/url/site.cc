#include "base/url/site.h"

namespace porthole {

std::string site_of(const Url& url) {
  if (url.host().empty()) return std::string(url.scheme()) + ":";
  return registrable_domain(url.host());
}

}  // namespace porthole
