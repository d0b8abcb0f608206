#include "gatherer/frontier/member_url.h"

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "parser/limits.h"

namespace porthole::gatherer {
namespace {

/// The container as a folder, with a slash at its end.
std::string folder_of(const Url& member) {
  const std::string href = member.without_fragment().href();
  return href.substr(0, href.find('?')) + "/";
}

std::string with_fragment(const Url& container, std::string_view name) {
  std::string url = container.without_fragment().href() + "#";
  append_percent_encoded(url, name, EncodeSet::kFragment);
  return url;
}

}  // namespace

std::string url_of_member(const Member& member, const Url& container) {
  if (!member.url.empty()) {
    const Result<Url> own = Url::parse(member.url);
    const bool same_server = own && own->scheme() == container.scheme() &&
                             own->host_and_port() == container.host_and_port();
    if (same_server && !own->is_web()) return own->href();
  }
  const std::string name = clean_utf8(member.name);
  if (container.fragment().empty()) return with_fragment(container, name);
  std::string url = container.href() + std::string(parser::kInsideMember);
  append_percent_encoded(url, name, EncodeSet::kFragment);
  return url;
}

std::string base_of_member(const Url& member) {
  if (member.fragment().empty()) return member.href();
  std::string base = folder_of(member);
  for (const char c : member.fragment()) {
    if (c == '?') {
      base += "%3F";
    } else if (c == '#') {
      base += "%23";
    } else {
      base += c;
    }
  }
  return base;
}

std::string member_linked_to(const Url& member, std::string_view link) {
  const std::string folder = folder_of(member);
  if (member.fragment().empty() || !link.starts_with(folder)) return {};
  const std::string_view path = link.substr(folder.size());
  return with_fragment(member,
                       clean_utf8(percent_decode(path.substr(0, path.find_first_of("?#")))));
}

}  // namespace porthole::gatherer
