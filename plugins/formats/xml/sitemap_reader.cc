#include "base/xml/sitemap_walk.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

/// The crawl reads the sitemaps that robots.txt names by itself (gatherer/frontier/sitemap.h); this
/// is one that a page links to.
class SitemapReader final : public ElementReader {
 public:
  explicit SitemapReader(PageFacts& facts)
      : ElementReader(facts), walk_([this](const xml::SitemapRow& row) {
          Link* const link = this->facts().link(row.loc);
          if (link != nullptr) link->element = Element::kSitemap;
          ++entries_;
          return true;
        }) {
    facts.document().resource_class = "Sitemap";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    capture();
    hide();
    walk_.start_element({node(0).ns, node(0).local}, attributes);
  }
  void end() override {
    if (depth() == 3) walk_.characters(node(0).text);
    walk_.end_element({node(0).ns, node(0).local});
  }
  void finish() override { facts().say("members", std::to_string(entries_)); }

 private:
  xml::SitemapWalk walk_;
  std::size_t entries_ = 0;
};

}  // namespace

Reader sitemap_reader(PageFacts& facts) { return std::make_unique<SitemapReader>(facts); }

}  // namespace porthole::xml_format
