#include "gatherer/frontier/share_addresses.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/url/site.h"

namespace porthole::gatherer {
namespace {

struct ShareAddress {
  std::string_view domain;  ///< And the hosts below it.
  std::string_view path;    ///< It begins so, up to the end of a segment or of a word in it.
};

constexpr ShareAddress kShareAddresses[] = {
    {"addthis.com", "/bookmark"},
    {"addtoany.com", "/add_to"},
    {"addtoany.com", "/share"},
    {"b.hatena.ne.jp", "/add"},
    {"bsky.app", "/intent"},
    {"bufferapp.com", "/add"},
    {"buffer.com", "/add"},
    {"digg.com", "/submit"},
    {"evernote.com", "/clip"},
    {"facebook.com", "/dialog"},
    {"facebook.com", "/plugins/like"},
    {"facebook.com", "/share.php"},
    {"facebook.com", "/sharer"},
    {"getpocket.com", "/edit"},
    {"getpocket.com", "/save"},
    {"instapaper.com", "/edit"},
    {"instapaper.com", "/hello2"},
    {"line.me", "/lineit/share"},
    {"line.me", "/R/msg/text"},
    {"linkedin.com", "/cws/share"},
    {"linkedin.com", "/shareArticle"},
    {"linkedin.com", "/sharing"},
    {"news.ycombinator.com", "/submitlink"},
    {"pinterest.com", "/pin/create"},
    {"plus.google.com", "/share"},
    {"reddit.com", "/submit"},
    {"sharetomastodon.github.io", "/"},
    {"share.diasporafoundation.org", "/"},
    {"share.flipboard.com", "/"},
    {"t.me", "/share"},
    {"telegram.me", "/share"},
    {"threads.net", "/intent"},
    {"tumblr.com", "/share"},
    {"tumblr.com", "/widgets/share"},
    {"twitter.com", "/intent"},
    {"twitter.com", "/share"},
    {"vk.com", "/share.php"},
    {"wa.me", "/"},
    {"whatsapp.com", "/send"},
    {"x.com", "/intent"},
    {"x.com", "/share"},
    {"xing.com", "/spi/shares"},
};

bool begins_with(std::string_view path, std::string_view begin) {
  if (!path.starts_with(begin)) return false;
  if (begin.ends_with('/') || path.size() == begin.size()) return true;
  const char next = path[begin.size()];
  return next == '/' || next == '.' || next == '_' || next == '-';
}

}  // namespace

bool is_share_address(const Url& url) {
  return url.is_web() && std::any_of(std::begin(kShareAddresses), std::end(kShareAddresses),
                                     [&](const ShareAddress& known) {
                                       return is_below(url.host(), known.domain) &&
                                              begins_with(url.path(), known.path);
                                     });
}

}  // namespace porthole::gatherer
