#include "base/xml/sitemap_walk.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::xml {
namespace {

constexpr std::size_t kValueBytes = 64;  // of lastmod and priority
constexpr std::string_view kXhtmlNs = "http://www.w3.org/1999/xhtml";
constexpr std::string_view kXmlNs = "http://www.w3.org/XML/1998/namespace";

bool is_feed(std::string_view root) { return root == "rss" || root == "feed" || root == "RDF"; }

}  // namespace

void SitemapWalk::start_element(const XmlName& name, const XmlAttributes& attributes) {
  ++depth_;
  if (depth_ == 1) start_root(name);
  keep_base(attributes);
  if (depth_ == 1) return;
  const bool begins_entry =
      feed_ ? entry_depth_ == 0 && (name.local == "item" || name.local == "entry")
            : depth_ == 2 && name == XmlName{ns_, entry_name_};
  if (begins_entry) {
    entry_depth_ = depth_;
    row_ = {};
    guid_.clear();
  } else if (entry_depth_ > 0 && depth_ == entry_depth_ + 1) {
    field_ = feed_            ? field_of_feed(name.local, attributes)
             : name.ns == ns_ ? field_named(name.local)
                              : nullptr;
    const bool is_version = name == XmlName{kXhtmlNs, "link"} && !feed_ &&
                            attributes.value("rel") == "alternate" &&
                            attributes.find({"", "hreflang"});
    if (is_version)
      take({std::string(cut(attributes.value("href"), 2 * kSitemapUrlBytes)), "", "", true});
  }
}

void SitemapWalk::characters(std::string_view text) {
  if (field_ == nullptr || depth_ != entry_depth_ + 1) return;
  // One byte more than is allowed shows that it was too long.
  const bool is_url = field_ == &row_.loc || field_ == &guid_;
  const std::size_t limit = (is_url ? 2 * kSitemapUrlBytes : kValueBytes) + 1;
  field_->append(text.substr(0, limit - std::min(limit, field_->size())));
}

void SitemapWalk::end_element(const XmlName&) {
  if (depth_ == entry_depth_ + 1) field_ = nullptr;
  if (depth_ == entry_depth_) {
    entry_depth_ = 0;
    if (row_.loc.empty()) row_.loc = guid_;
    take(std::move(row_));
  }
  while (!bases_.empty() && bases_.back().first == depth_) bases_.pop_back();
  --depth_;
}

void SitemapWalk::take(SitemapRow row) {
  for (const auto& [depth, base] : bases_) row.bases.push_back(base);
  if (!take_(row)) stop();
}

void SitemapWalk::start_root(const XmlName& name) {
  ns_ = name.ns;
  feed_ = is_feed(name.local);
  if (name.local == "urlset") {
    entry_name_ = "url";
  } else if (name.local == "sitemapindex") {
    entry_name_ = "sitemap";
  } else if (!feed_) {
    Error error;
    error.message = "the root element is <" + std::string(cut(name.local, kValueBytes)) +
                    ">, <urlset>, <sitemapindex> or a feed was expected";
    refuse(std::move(error));
  }
}

void SitemapWalk::keep_base(const XmlAttributes& attributes) {
  const auto base = attributes.find({kXmlNs, "base"});
  if (base && base->size() <= kSitemapUrlBytes) bases_.emplace_back(depth_, *base);
}

std::string* SitemapWalk::field_named(std::string_view local) {
  if (local == "loc") return &row_.loc;
  if (local == "lastmod") return &row_.lastmod;
  if (local == "priority") return &row_.priority;
  return nullptr;
}

std::string* SitemapWalk::field_of_feed(std::string_view local, const XmlAttributes& attributes) {
  if (local == "link" && attributes.find({"", "href"})) {
    const std::string_view rel = attributes.value("rel");
    const bool is_page = rel.empty() || rel == "alternate";
    if (is_page && row_.loc.empty()) row_.loc = cut(attributes.value("href"), 2 * kSitemapUrlBytes);
    return nullptr;
  }
  if (local == "link") return row_.loc.empty() ? &row_.loc : nullptr;
  if (local == "guid") return attributes.value("isPermaLink") == "false" ? nullptr : &guid_;
  const bool is_date = local == "pubDate" || local == "date" || local == "updated" ||
                       local == "published" || local == "modified";
  return is_date && row_.lastmod.empty() ? &row_.lastmod : nullptr;
}

}  // namespace porthole::xml
