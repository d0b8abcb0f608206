// The pages inside of a page: files of an archive, attachments, messages of a mailbox. Each is a page
// of its own, read from the answer that brought its container and archived beside it.

#include <algorithm>
#include <utility>

#include "base/percent_encode.h"
#include "base/text.h"
#include "gatherer/crawl.h"

namespace porthole::gatherer {
namespace {

/// The container's URL with the member's name as its fragment, or the URL that the member has of its
/// own: on the container's server, as nobody may speak for another.
std::string url_of(const Member& member, const Url& container) {
  if (!member.url.empty()) {
    const Result<Url> own = Url::parse(member.url);
    const bool same_server = own && own->scheme() == container.scheme() &&
                             own->host_and_port() == container.host_and_port();
    if (same_server && !own->is_web()) return own->href();
  }
  std::string url = container.without_fragment().href() + "#";
  append_percent_encoded(url, clean_utf8(member.name), EncodeSet::kFragment);
  return url;
}

/// As HTTP would have brought it.
FetchResponse response_with(Member member, WallTime started) {
  FetchResponse response;
  response.http_status = 200;
  response.started = started;
  response.response_head = "HTTP/1.1 200 \r\n";
  std::string type = fold_space(member.media_type);
  if (!type.empty()) {
    response.response_head += "content-type: " + type + "\r\n";
    response.headers.emplace_back("content-type", std::move(type));
  }
  response.response_head += "\r\n";
  response.body = std::move(member.body);
  return response;
}

/// The folder that a page's relative links lead to.
std::string folder_of(const Url& url) {
  const std::string href = url.without_fragment().href();
  return href.substr(0, href.substr(0, href.find('?')).rfind('/') + 1);
}

}  // namespace

// Until it is read a member counts as dropped: there is nowhere to fetch it from again.
void Crawl::take_members(UrlId container, const Url& url, std::vector<Member> members) {
  const UrlTable::Entry from = urls_[container];
  for (Member& member : members) {
    if (is_full(from.site)) return;
    UrlRecord record;
    record.href = url_of(member, url);
    record.key = record.href;
    const Result<Url> own = Url::parse(record.href);
    if (!own || record.href.ends_with('#') || urls_.find(record.key) != 0) continue;
    record.host = own->host_and_port();
    record.site = scope_.site_of(url);
    record.hops = from.hops;
    record.found_on = container;
    record.state = UrlState::kDropped;
    record.reason = "member not read";
    const UrlId id = urls_.add(std::move(record));
    site_pages_.resize(std::max<std::size_t>(site_pages_.size(), urls_[id].site + 1));
    urls_[id].under_way = true;
    ++site_pages_[urls_[id].site].under_way;
    ++pages_under_way_;
    to_parse_.push_back({id, response_with(std::move(member), clock_.wall()), *own, true});
  }
}

// What an archived page links to beside itself is in the archive, not beside the archive.
void Crawl::drop_inner_links(const Url& member, Document& document) {
  const std::string folder = folder_of(member);
  std::erase_if(document.links, [&](const Link& link) { return link.url.starts_with(folder); });
}

}  // namespace porthole::gatherer
