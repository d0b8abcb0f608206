#pragma once

/// SAX handler that reads the entries of an XML sitemap.
///
/// In:  the events of parse_xml(): <urlset><url><loc/>... or <sitemapindex><sitemap><loc/>...
/// Out: each entry as it is written, not validated.
///
/// Other elements, such as image extensions, are ignored; children count in the namespace of the
/// root only. Any other root element is refused.
///
/// Source: https://www.sitemaps.org/protocol.html.

#include <functional>
#include <string>

#include "base/xml/reader.h"

namespace porthole::xml {

/// The protocol allows fewer than 2,048 characters.
inline constexpr std::size_t kSitemapUrlBytes = 2048;

struct SitemapRow {
  std::string loc, lastmod, priority;  ///< "" when absent; loc is cut well beyond kSitemapUrlBytes.
};

class SitemapWalk final : public XmlHandler {
 public:
  /// `take` returns false when no more are wanted.
  explicit SitemapWalk(std::function<bool(const SitemapRow&)> take) : take_(std::move(take)) {}

  /// <sitemapindex>: entries are sitemaps, not pages.
  bool is_index() const { return entry_name_ == "sitemap"; }

  void start_element(const XmlName& name, const XmlAttributes& attributes) override;
  void characters(std::string_view text) override;
  void end_element(const XmlName& name) override;

 private:
  void start_root(const XmlName& name);
  std::string* field_named(std::string_view local);

  std::function<bool(const SitemapRow&)> take_;
  int depth_ = 0;
  std::string ns_;
  std::string_view entry_name_;
  bool in_entry_ = false;
  std::string* field_ = nullptr;  // the one that text goes into
  SitemapRow row_;
};

}  // namespace porthole::xml
