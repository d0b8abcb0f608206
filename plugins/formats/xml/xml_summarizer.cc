// XML by its vocabulary: the root element says which (readers.h). The library holds the summarizer
// of DTDs, too (dtd_summarizer.cc).

#include <Poco/ClassLibrary.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.h"
#include "base/xml/lenient.h"
#include "plugins/formats/xml/dtd_summarizer.h"
#include "plugins/formats/xml/readers.h"

namespace porthole {
namespace {

using xml_format::Reader;

constexpr std::string_view kXhtmlNs = "http://www.w3.org/1999/xhtml";
constexpr std::string_view kRdfNs = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

struct Vocabulary {
  std::string_view ns;    ///< "*" for any.
  std::string_view root;  ///< "*" for any.
  Reader (*reader)(PageFacts&);
};
constexpr std::array kVocabularies = {
    Vocabulary{"http://www.w3.org/2001/XMLSchema", "schema", xml_format::schema_reader},
    Vocabulary{"http://www.w3.org/1999/XSL/Transform", "stylesheet", xml_format::stylesheet_reader},
    Vocabulary{"http://www.w3.org/1999/XSL/Transform", "transform", xml_format::stylesheet_reader},
    Vocabulary{"http://www.w3.org/2000/svg", "svg", xml_format::drawing_reader},
    Vocabulary{"", "svg", xml_format::drawing_reader},
    Vocabulary{"http://docbook.org/ns/docbook", "*", xml_format::docbook_reader},
    Vocabulary{"", "book", xml_format::docbook_reader},
    Vocabulary{"", "refentry", xml_format::docbook_reader},
    Vocabulary{"http://www.w3.org/2005/Atom", "feed", xml_format::feed_reader},
    Vocabulary{"http://purl.org/atom/ns#", "feed", xml_format::feed_reader},
    Vocabulary{"*", "rss", xml_format::feed_reader},
    Vocabulary{"", "opml", xml_format::outline_reader},
    Vocabulary{"*", "urlset", xml_format::sitemap_reader},
    Vocabulary{"*", "sitemapindex", xml_format::sitemap_reader}};

/// As far as its public identifier stands.
std::string_view beginning_of_doctype(std::string_view text) {
  const std::size_t at = xml::find_doctype(text);
  return at == std::string_view::npos ? std::string_view() : text.substr(at, 200);
}

/// Hands events to the reader of the document's vocabulary.
class Dispatcher final : public xml::XmlHandler {
 public:
  Dispatcher(PageFacts& facts, std::string_view doctype) : facts_(facts), doctype_(doctype) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    if (!reader_) {
      if (name.local == "html" && name.ns == kXhtmlNs) {
        is_xhtml_ = true;
        return stop();
      }
      if (name.local == "RDF" && name.ns == kRdfNs && !rdf_root_) return keep_root(attributes);
      reader_ = reader_of(name);
      if (rdf_root_) reader_->start_element({kRdfNs, "RDF"}, xml::XmlAttributes(*rdf_root_));
    }
    reader_->start_element(name, attributes);
  }
  void end_element(const xml::XmlName& name) override {
    if (reader_) reader_->end_element(name);
  }
  void characters(std::string_view text) override {
    if (reader_) reader_->characters(text);
  }

  void finish() {
    if (reader_) reader_->finish();
  }
  bool is_xhtml() const { return is_xhtml_; }

 private:
  // RSS 1.0 and 0.90 are RDF: what the first element in it is decides.
  void keep_root(const xml::XmlAttributes& attributes) {
    rdf_root_.emplace();
    const auto base = attributes.find({xml_format::kXmlNs, "base"});
    if (!base) return;
    base_ = *base;
    rdf_root_->push_back({{xml_format::kXmlNs, "base"}, base_});
  }

  Reader reader_of(const xml::XmlName& name) {
    if (rdf_root_) {
      const bool is_feed = name.local == "channel" || name.local == "item";
      return is_feed ? xml_format::feed_reader(facts_) : xml_format::graph_reader(facts_);
    }
    for (const Vocabulary& one : kVocabularies) {
      const bool fits =
          (one.ns == "*" || one.ns == name.ns) && (one.root == "*" || one.root == name.local);
      if (fits) return one.reader(facts_);
    }
    if (doctype_.find("DocBook") != std::string_view::npos)
      return xml_format::docbook_reader(facts_);
    return xml_format::any_xml_reader(facts_);
  }

  PageFacts& facts_;
  std::string_view doctype_;
  Reader reader_;
  std::optional<std::vector<xml::XmlAttribute>> rdf_root_;
  std::string base_;
  bool is_xhtml_ = false;
};

}  // namespace

class XmlSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "xml",
            .version = "1.0",
            .help =
                "XML by its vocabulary: feeds, sitemaps, SVG, DocBook, schemas, XSLT, RDF, OPML, "
                "any other"};
  }

  Formats formats() const override {
    return {.types = {"application/xml", "text/xml", "image/svg+xml", "application/rss+xml",
                      "application/atom+xml", "application/rdf+xml", "application/owl+xml",
                      "application/xslt+xml", "text/xsl", "application/docbook+xml", "text/x-opml",
                      "text/x-opml+xml", "application/mathml+xml",
                      "application/xml-external-parsed-entity", "application/tei+xml"},
            .suffixes = {".xml", ".xsd", ".xsl", ".xslt", ".svg", ".rss", ".atom", ".rdf", ".owl",
                         ".rdfs", ".opml", ".dbk", ".docbook", ".mml", ".xspf"},
            .fallback = true};
  }

  bool reads(const PageBytes& page) const override {
    std::string_view body = page.body.substr(0, 1024);
    if (body.starts_with("\xFE\xFF") || body.starts_with("\xFF\xFE")) return true;
    if (body.starts_with("\xEF\xBB\xBF")) body.remove_prefix(3);
    const std::string_view begin = trim(body);
    return begin.starts_with('<') && !equals_ignoring_case(begin.substr(0, 14), "<!doctype html");
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    PageFacts facts(page, document);
    Dispatcher dispatcher(facts, beginning_of_doctype(text));
    xml::XmlLimits limits;
    limits.bytes = 64u << 20;
    const Result<void> read =
        xml::parse_xml(xml::without_declarations(text), std::string(page.url), limits, dispatcher);
    if (dispatcher.is_xhtml()) {
      document = page.inner->read(page.url, "application/xhtml+xml", page.body);
      return {};
    }
    dispatcher.finish();
    if (read) return {};
    const Error& error = read.error();
    if (page.truncated) return "cut at the limit on bodies";
    return error.message + (error.line > 0 ? " in line " + std::to_string(error.line) : "");
  }
};

}  // namespace porthole

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::XmlSummarizer)
POCO_EXPORT_CLASS(porthole::DtdSummarizer)
POCO_END_MANIFEST
