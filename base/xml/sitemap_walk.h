#pragma once

/// SAX handler that reads the entries of an XML sitemap.
///
/// In:  the events of parse_xml(): <urlset><url><loc/>..., <sitemapindex><sitemap><loc/>..., or a
///      feed in RSS or Atom, whose entries link to pages.
/// Out: each entry as it is written, not validated; its versions in other languages (xhtml:link)
///      are entries of their own.
///
/// Other elements, such as image extensions, are ignored; children count in the namespace of the
/// root only, but for those of a feed. Any other root element is refused.
///
/// Source: https://www.sitemaps.org/protocol.html.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/xml/reader.h"

namespace porthole::xml {

/// The protocol allows fewer than 2,048 characters.
inline constexpr std::size_t kSitemapUrlBytes = 2048;

struct SitemapRow {
  std::string loc, lastmod, priority;  ///< "" when absent; loc is cut well beyond kSitemapUrlBytes.
  bool is_version = false;             ///< It is that of another entry in another language.
  std::vector<std::string> bases{};    ///< The values of xml:base around it, the outermost first.
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
  void take(SitemapRow row);
  void keep_base(const XmlAttributes& attributes);
  std::string* field_named(std::string_view local);
  std::string* field_of_feed(std::string_view local, const XmlAttributes& attributes);

  std::function<bool(const SitemapRow&)> take_;
  int depth_ = 0;
  std::string ns_;
  std::string_view entry_name_;
  bool feed_ = false;
  int entry_depth_ = 0;                             // of the open entry; 0: none
  std::string guid_;                                // of the entry of a feed, when it is its URL
  std::vector<std::pair<int, std::string>> bases_;  // with the depths of their elements
  std::string* field_ = nullptr;                    // the one that text goes into
  SitemapRow row_;
};

}  // namespace porthole::xml
