#include "base/xml/sitemap_walk.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::xml {
namespace {

constexpr std::size_t kValueBytes = 64;  // of lastmod and priority

}  // namespace

void SitemapWalk::start_element(const XmlName& name, const XmlAttributes&) {
  ++depth_;
  if (depth_ == 1) return start_root(name);
  const bool ours = name.ns == ns_;
  if (depth_ == 2) {
    in_entry_ = ours && name.local == entry_name_;
    row_ = {};
  } else if (depth_ == 3 && in_entry_ && ours) {
    field_ = field_named(name.local);
  }
}

void SitemapWalk::characters(std::string_view text) {
  if (field_ == nullptr || depth_ != 3) return;
  // One byte more than is allowed shows that it was too long.
  const std::size_t limit = (field_ == &row_.loc ? 2 * kSitemapUrlBytes : kValueBytes) + 1;
  field_->append(text.substr(0, limit - std::min(limit, field_->size())));
}

void SitemapWalk::end_element(const XmlName&) {
  if (depth_ == 3) field_ = nullptr;
  if (depth_ == 2 && in_entry_ && !take_(row_)) stop();
  --depth_;
}

void SitemapWalk::start_root(const XmlName& name) {
  ns_ = name.ns;
  if (name.local == "urlset") {
    entry_name_ = "url";
  } else if (name.local == "sitemapindex") {
    entry_name_ = "sitemap";
  } else {
    Error error;
    error.message = "the root element is <" + std::string(cut(name.local, kValueBytes)) +
                    ">, <urlset> or <sitemapindex> was expected";
    refuse(std::move(error));
  }
}

std::string* SitemapWalk::field_named(std::string_view local) {
  if (local == "loc") return &row_.loc;
  if (local == "lastmod") return &row_.lastmod;
  if (local == "priority") return &row_.priority;
  return nullptr;
}

}  // namespace porthole::xml
