#include "base/url/page_key.h"

namespace porthole {

std::string key_of_page(const Url& page) {
  return page.fragment().empty() ? page.key() : page.href();
}

std::string key_of_page(const std::string& page) {
  const Result<Url> url = Url::parse(page);
  return url ? key_of_page(*url) : page;
}

}  // namespace porthole
