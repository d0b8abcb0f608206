#include <libpsl.h>

#include <algorithm>

#include "base/url/url.h"
#include "base/url/url_address.h"

namespace porthole {
namespace {

constexpr std::size_t kMaxLabels = 16;  // no public suffix has half as many

/// The last labels of `host`, so that a name of thousands of labels costs no more than others.
std::string_view last_labels(std::string_view host) {
  std::size_t begin = host.size();
  for (std::size_t n = 0; n < kMaxLabels; ++n) {
    const std::size_t dot = begin == 0 ? std::string_view::npos : host.rfind('.', begin - 1);
    if (dot == std::string_view::npos) return host;
    begin = dot;
  }
  return host.substr(begin + 1);
}

}  // namespace

std::string registrable_domain(std::string_view host) {
  if (host.starts_with('[') || ends_in_number(host)) return std::string(host);
  if (host.ends_with("..") || host == ".") return std::string(host);  // no suffix, no label
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string name(last_labels(host));
  const char* domain = psl_registrable_domain(psl_builtin(), name.c_str());
  return domain == nullptr ? std::string(host) : std::string(domain);
}

std::string public_suffixes_digest() { return psl_builtin_sha1sum(); }

}  // namespace porthole
