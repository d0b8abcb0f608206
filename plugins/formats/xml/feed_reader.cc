#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "base/xml/reader.h"
#include "base/xml/writer.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

/// True for elements stored in the Link itself: title, URL, text.
bool is_said_elsewhere(std::string_view local) {
  constexpr std::array<std::string_view, 7> kElsewhere = {
      "title", "link", "description", "summary", "content", "encoded", "source"};
  return std::find(kElsewhere.begin(), kElsewhere.end(), local) != kElsewhere.end();
}

class EntryXml {
 public:
  void begin_entry() {
    open_.clear();
    writer_ = std::make_unique<xml::XmlWriter>(xml::XmlWriter::Layout::kCompact);
    (void)writer_->drain();  // Drops the XML declaration.
  }

  void begin(std::string_view ns, std::string_view local, const xml::XmlAttributes& attributes) {
    const bool is_child = open_.empty();
    const bool is_skipped = is_child ? is_said_elsewhere(local) : open_.back().is_skipped;
    const bool is_new_ns = is_child ? !ns.empty() : open_.back().ns != ns;
    if (!is_child) open_.back().has_children = true;
    open_.push_back({std::string(ns), is_skipped});
    if (is_skipped) return;
    writer_->start(local);
    if (is_new_ns) writer_->attribute("xmlns", ns);
    for (const xml::XmlAttribute& attribute : attributes) {
      if (attribute.name.ns.empty()) writer_->attribute(attribute.name.local, attribute.value);
    }
  }

  /// Ends the last open element; `text` is its text content.
  void end(std::string_view text) {
    const Open last = open_.back();
    open_.pop_back();
    if (last.is_skipped) return;
    if (!last.has_children) writer_->text(fold_space(text));
    writer_->end();
  }

  /// The fragment; "" if the entry has no other metadata.
  std::string end_entry() {
    std::string xml = writer_->take();
    std::erase(xml,
               '\n');  // The writer's, behind each element: those of values are escaped or folded.
    return xml;
  }

 private:
  struct Open {
    std::string ns;
    bool is_skipped = false;
    bool has_children = false;
  };

  std::unique_ptr<xml::XmlWriter> writer_;
  std::vector<Open> open_;
};

constexpr std::string_view kAtomNs = "http://www.w3.org/2005/Atom";
constexpr std::string_view kContentNs = "http://purl.org/rss/1.0/modules/content/";
constexpr std::size_t kEntriesReadAsHtml = 500;
constexpr std::size_t kSayingBytes = 1000;

/// Metadata of a feed, or of one of its entries.
struct Item {
  std::string title, link, summary, content, id, author;
  std::string content_base;  ///< By xml:base.
};

class FeedReader final : public ElementReader {
 public:
  explicit FeedReader(PageFacts& facts) : ElementReader(facts) {
    facts.document().resource_class = "Feed";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    hide();  // The text is put together from the entries.
    if (is_entry()) {
      in_entry_ = true;
      item_ = {};
      xml_.begin_entry();
      return;
    }
    if (in_entry_) xml_.begin(node(0).ns, node(0).local, attributes);
    if (node(0).ns == "http://search.yahoo.com/mrss/") return;
    capture();
    if (is("link") && attributes.find({"", "href"})) {
      add_atom_link(attributes);
    } else if (is("enclosure")) {
      facts().link(attributes.value("url"), item_.title);
    } else if (is("guid") && attributes.value("isPermaLink") == "false") {
      node(0).label = "no link";
    } else if (is("category")) {
      facts().say("keyword", attributes.value("term"));
    } else if (is("a")) {  // in the XHTML of an entry
      node(0).label = attributes.value("href");
    }
  }

  void end() override {
    if (is_entry()) return end_entry();
    if (in_entry_) xml_.end(node(0).text);
    const std::string& text = node(0).text;
    if (is("image", 1) || is("textinput", 1) || is("textInput", 1) || is("source", 1))
      return about_image(text);
    say_of_both(text);
    if (is("item", 1) || is("entry", 1)) return say_of_entry(text);
    if (is("channel", 1) || is("feed", 1)) return say_of_feed(text);
    if (is("a")) facts().link(node(0).label, text);
  }

  void finish() override { facts().say("members", std::to_string(entries_)); }

 private:
  bool is_entry() {
    return (is("item") || is("entry")) &&
           (is("channel", 1) || is("feed", 1) || is("rss", 1) || is("RDF", 1));
  }

  void add_atom_link(const xml::XmlAttributes& attributes) {
    const std::string_view rel = attributes.value("rel"), href = attributes.value("href");
    if (rel == "self" || rel == "hub" || rel == "edit") return;
    if ((rel.empty() || rel == "alternate") && in_entry_) {
      if (item_.link.empty()) item_.link = facts().resolved(href);
    } else if (rel.empty() || rel == "alternate") {
      facts().say_iri("homepage", href);
      facts().link(href, attributes.value("title"));
    } else if (Link* link = facts().link(href, attributes.value("title"))) {
      link->rel = rel;
    }
  }

  void about_image(const std::string& text) {
    if (!in_entry_ && is("image", 1) && is("url")) facts().say_iri("image", text);
  }

  void say_of_both(const std::string& text) {
    if (is("category") || (is("subject") && node(0).ns == kDublinCoreNs))
      facts().say("keyword", text);
    if (is("creator") && node(0).ns == kDublinCoreNs) facts().say("author", text);
    if (is("name") && is("author", 1)) facts().say("author", text);
    if (is("name") && is("contributor", 1)) facts().say("contributor", text);
    // Atom has elements inside of author, RSS an address with a name behind it.
    if (is("author") && node(0).ns != kAtomNs) facts().say("author", name_of(text));
  }

  /// "lawyer@boyer.net (Lawyer Boyer)" gives the name.
  static std::string_view name_of(std::string_view author) {
    const auto open = author.find('('), close = author.rfind(')');
    return open < close && close != std::string_view::npos
               ? author.substr(open + 1, close - open - 1)
               : author;
  }

  void say_of_entry(const std::string& text) {
    if (is("title")) item_.title = plain(text);
    if (is("link") && item_.link.empty()) item_.link = trim(text);
    if (is("guid") && node(0).label.empty()) item_.id = trim(text);
    if (is("description") || is("summary")) {
      item_.summary = text;
      if (item_.content.empty()) item_.content_base = facts().resolved("");
    }
    if (is("content") || (is("encoded") && node(0).ns == kContentNs)) {
      item_.content = text;
      item_.content_base = facts().resolved("");
    }
    if (is("comments")) facts().link(text);
  }

  void say_of_feed(const std::string& text) {
    Document& document = facts().document();
    if (is("title") && document.title.empty()) document.title = plain(text);
    if ((is("description") || is("subtitle") || is("tagline")) && document.description.empty()) {
      document.description = plain(text);
      facts().line(document.description);
    }
    if (is("link") && !trim(text).empty()) {
      facts().say_iri("homepage", text);
      facts().link(text, document.title);
    }
    if (is("language") && document.language.empty())
      document.language = ascii_lower(trim(text).substr(0, 2));
    if (is("copyright") || is("rights")) facts().say("rights", text);
    if (is("generator")) facts().say("generator", text);
    if (is("managingEditor")) facts().say("author", name_of(text));
    if (is("publisher")) facts().say("publisher", text);
    if (is("logo") || is("icon")) facts().say_iri("image", text);
    if ((is("pubDate") || is("published") || is("date")) && document.published.empty())
      document.published = w3c_date_of(text);
    if ((is("lastBuildDate") || is("updated")) && document.modified.empty())
      document.modified = w3c_date_of(text);
  }

  // The entry is a link with its title, and what it says in full or in short stands beside it.
  void end_entry() {
    in_entry_ = false;
    ++entries_;
    const std::string& said = item_.summary.empty() ? item_.content : item_.summary;
    const std::string saying = plain(said);
    facts().line(item_.title);
    facts().line(saying);
    Link* const link = facts().link(item_.link.empty() ? item_.id : item_.link, item_.title);
    if (link != nullptr) link->after = std::string(cut(saying, kSayingBytes));
    if (link != nullptr) link->heading = facts().document().title;
    if (link != nullptr) link->fragment = xml_.end_entry();
    add_links_of(item_.content.empty() ? item_.summary : item_.content, item_.content_base);
  }

  /// Converts escaped HTML to plain text; text without mark-up stays unchanged.
  std::string plain(std::string_view text) {
    if (text.find_first_of("<&") == std::string_view::npos) return fold_space(text);
    return fold_space(as_html(text, facts().page().url).text);
  }

  void add_links_of(std::string_view html, std::string_view base) {
    if (html.find("<a") == std::string_view::npos) return;
    for (Link& link : as_html(html, base).links) {
      if (link.element != Element::kA) continue;
      if (Link* added = facts().link(link.url)) *added = std::move(link);
    }
  }

  // Each costs a parse: a feed has a few dozen.
  Document as_html(std::string_view html, std::string_view base) {
    if (++read_as_html_ > 3 * kEntriesReadAsHtml) return {};
    return facts().page().inner->read(base, "text/html; charset=utf-8", html);
  }

  Item item_;
  EntryXml xml_;
  bool in_entry_ = false;
  std::size_t entries_ = 0;
  std::size_t read_as_html_ = 0;
};

// EntryXml: collects the metadata of a feed entry other than title, link and text as an XML
// fragment: authors, dates, categories, identifiers, and extensions.
//
// In:  the elements inside of the entry, as they begin and end.
// Out: well-formed XML (Link::fragment), with default namespaces; attributes of other namespaces
//      are dropped.

}  // namespace

Reader feed_reader(PageFacts& facts) { return std::make_unique<FeedReader>(facts); }

}  // namespace porthole::xml_format
