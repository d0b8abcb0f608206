// XML by its vocabulary: the root element says which (readers.h). And DTDs.

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.h"
#include "base/xml/lenient.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/xml/readers.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

/// The next word of a declaration: a name, a quoted text, or a group in parentheses.
std::string_view take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kSpace), rest.size()));
  if (rest.empty()) return {};
  std::size_t end = 0;
  if (rest[0] == '"' || rest[0] == '\'') {
    end = rest.find(rest[0], 1);
    end = end == std::string_view::npos ? rest.size() : end + 1;
  } else if (rest[0] == '(') {
    int depth = 0;
    do {
      if (rest[end] == '(') ++depth;
      if (rest[end] == ')') --depth;
      ++end;
    } while (depth > 0 && end < rest.size());
  } else {
    end = std::min(rest.find_first_of(" \t\r\n("), rest.size());
  }
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

std::string_view unquoted(std::string_view word) {
  if (word.size() < 2 || (word[0] != '"' && word[0] != '\'')) return {};
  return word.substr(1, word.size() - 2);
}

class DtdReader {
 public:
  explicit DtdReader(PageFacts& facts) : facts_(facts) {}

  void read(std::string_view text) {
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
      if (text.substr(at).starts_with("<!--")) {
        const std::size_t end = std::min(text.find("-->", at + 4), text.size());
        comment(text.substr(at + 4, end - at - 4));
        at = end;
      } else {
        const std::size_t end = end_of_declaration(text, at);
        declaration(text.substr(at, end - at));
        at = std::max(end, at + 1);
      }
    }
  }

 private:
  static std::size_t end_of_declaration(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '>' && text[at] != '<' && text[at] != '['; ++at) {
      if (text[at] != '"' && text[at] != '\'') continue;
      const std::size_t end = text.find(text[at], at + 1);
      if (end == std::string_view::npos) return text.size();
      at = end;
    }
    return at;
  }

  // The first comment says what this is; all of them are its text.
  void comment(std::string_view text) {
    facts_.line(text);
    Document& document = facts_.document();
    if (document.description.empty()) document.description = shortened(fold_space(text), 1000);
    for (const std::string_view line : split(text, '\n')) {
      const bool has_words = std::count_if(line.begin(), line.end(),
                                           [](unsigned char c) { return std::isalpha(c); }) > 3;
      if (document.title.empty() && has_words) document.title = fold_space(line);
    }
  }

  void declaration(std::string_view text) {
    const std::string_view kind = take_word(text);
    if (kind == "<!ELEMENT") {
      say_name("definedElement", take_word(text));
    } else if (kind == "<!ATTLIST") {
      take_word(text);
      attributes(text);
    } else if (kind == "<!ENTITY") {
      entity(text);
    }
  }

  // name type default, again and again; a parameter entity stands for what is not known.
  void attributes(std::string_view text) {
    for (std::string_view name = take_word(text); !name.empty(); name = take_word(text)) {
      if (name.starts_with('%')) continue;
      say_name("definedAttribute", name);
      if (take_word(text) == "NOTATION") take_word(text);
      if (take_word(text) == "#FIXED") take_word(text);
    }
  }

  // <!ENTITY % name PUBLIC "identifier" "file">: a part of it in another file.
  void entity(std::string_view text) {
    if (take_word(text) == "%") take_word(text);
    const std::string_view kind = take_word(text);
    if (kind != "PUBLIC" && kind != "SYSTEM") return;
    const std::string_view identifier =
        kind == "PUBLIC" ? unquoted(take_word(text)) : std::string_view();
    facts_.link(unquoted(take_word(text)), identifier);
  }

  void say_name(std::string_view property, std::string_view name) {
    if (name.find_first_of("%(;") == std::string_view::npos) facts_.say(property, name);
  }

  PageFacts& facts_;
};

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

/// Document type definitions: the elements, attributes and notations that they declare.
///
/// Declarations are scanned only: parameter entities are not expanded, no file is opened.
/// Source: https://www.w3.org/TR/xml/ (productions 45, 52, 75, 83).
class DtdSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "dtd", .version = "1.0", .help = "Document type definitions (DTD)"};
  }

  Formats formats() const override {
    return {.types = {"application/xml-dtd", "text/xml-dtd", "text/x-dtd"}, .suffixes = {".dtd"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.find("<!ELEMENT") != std::string_view::npos ||
           page.body.find("<!ENTITY") != std::string_view::npos ||
           page.body.find("<!ATTLIST") != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Schema";
    PageFacts facts(page, document);
    DtdReader(facts).read(page.inner->to_utf8(page.body, page.content_type));
    return {};
  }
};

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

PORTHOLE_EXPORT(porthole::XmlSummarizer)
PORTHOLE_EXPORT(porthole::DtdSummarizer)
