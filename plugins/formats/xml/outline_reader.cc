#include "base/text/text.h"
#include "base/xml/sitemap_walk.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

class OutlineReader final : public ElementReader {
 public:
  explicit OutlineReader(PageFacts& facts) : ElementReader(facts) {
    facts.document().resource_class = "Collection";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    if (is("outline")) return begin_outline(attributes);
    if (is("head", 1)) {
      capture();
      hide();
    }
  }

  void end() override {
    if (!is("head", 1)) return;
    const std::string& text = node(0).text;
    Document& document = facts().document();
    if (is("title")) document.title = fold_space(text);
    if (is("ownerName")) facts().say("author", text);
    if (is("dateCreated")) facts().say("created", w3c_date_of(text));
    if (is("dateModified")) document.modified = w3c_date_of(text);
  }

  void finish() override { facts().say("members", std::to_string(links_)); }

 private:
  // An outline inside of another is headed by it.
  void begin_outline(const xml::XmlAttributes& attributes) {
    const std::string_view text = attributes.find({"", "text"}).value_or(attributes.value("title"));
    node(0).label = fold_space(text);
    facts().line(text);
    facts().line(attributes.value("description"));
    bool leads = false;
    for (const char* target : {"htmlUrl", "url", "xmlUrl"}) {
      Link* const link = facts().link(attributes.value(target), text);
      if (link == nullptr) continue;
      leads = true;
      link->heading = node(1).label;
      link->after = fold_space(attributes.value("description"));
    }
    if (leads) ++links_;
    if (!leads && depth() == 3) facts().say("heading", text);
  }

  std::size_t links_ = 0;
};

}  // namespace

Reader outline_reader(PageFacts& facts) { return std::make_unique<OutlineReader>(facts); }

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
