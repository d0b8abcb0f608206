#include "plugins/formats/ebooks/epub_package.h"

#include <map>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "base/xml/lenient.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/documents/xml_values.h"

namespace porthole {
namespace {

/// Hears NCX and navigation documents alike: labels of the one, the list "toc" of the other.
class ContentsHandler final : public xml::XmlHandler {
 public:
  std::vector<std::string> headings;

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    if (name.local == "nav") is_inside_ = value_of(attributes, "type") == "toc";
    if (name.local == "navMap") is_inside_ = true;
    const bool is_label = name.local == "a" || name.local == "span" || name.local == "text";
    if (is_inside_ && is_label && ++labels_ == 1) label_.clear();
  }

  void end_element(const xml::XmlName& name) override {
    if (name.local == "nav" || name.local == "navMap") is_inside_ = false;
    if (labels_ == 0 || (name.local != "a" && name.local != "span" && name.local != "text")) return;
    if (--labels_ == 0) headings.push_back(fold_space(label_));
  }

  void characters(std::string_view text) override {
    if (labels_ > 0) label_ += text;
  }

 private:
  bool is_inside_ = false;
  int labels_ = 0;
  std::string label_;
};

void read_meta(const xml::XmlElement& meta, Document& document) {
  const std::string name = value_of(meta, "name");
  const std::string property = value_of(meta, "property");
  if (name == "calibre:series") add_property(document, "series", value_of(meta, "content"));
  if (name == "generator") add_property(document, "generator", value_of(meta, "content"));
  if (property == "belongs-to-collection") add_property(document, "series", meta.text);
  if (property == "dcterms:modified") set_modified(document, meta.text);
}

}  // namespace

EpubPackage read_epub_package(const xml::XmlElement& root, const std::string& path) {
  // Any base will do to resolve what is relative to the package.
  const Result<Url> base = Url::parse("epub:///" + path);
  const auto path_of = [&base](const std::string& href) {
    const Result<Url> url = Url::parse(href, base ? &*base : nullptr);
    return url && url->path().starts_with('/') ? percent_decode(url->path().substr(1))
                                               : std::string();
  };
  EpubPackage package;
  std::map<std::string, std::string> paths;  // By id.
  const xml::XmlElement* const manifest = root.child("manifest");
  const xml::XmlElement* const spine = root.child("spine");
  if (manifest == nullptr || spine == nullptr) return package;
  std::string ncx;
  for (const xml::XmlElement& item : manifest->children) {
    const std::string file = path_of(value_of(item, "href"));
    paths[value_of(item, "id")] = file;
    if (value_of(item, "properties") == "nav") package.contents = file;
    if (value_of(item, "media-type") == "application/x-dtbncx+xml") ncx = file;
  }
  if (package.contents.empty()) package.contents = ncx;
  for (const xml::XmlElement& item : spine->children) {
    const auto found = paths.find(value_of(item, "idref"));
    if (found != paths.end()) package.chapters.push_back(found->second);
  }
  return package;
}

void read_epub_metadata(const xml::XmlElement& root, Document& document) {
  const xml::XmlElement* metadata = root.child("metadata");
  if (metadata == nullptr) return;
  // The first OPF had Dublin Core in an element of its own.
  if (const xml::XmlElement* const inner = metadata->child("dc-metadata")) metadata = inner;
  for (const xml::XmlElement& each : metadata->children) {
    if (each.local == "title" && document.title.empty()) document.title = fold_space(each.text);
    if (each.local == "creator") add_property(document, "author", each.text);
    if (each.local == "contributor") add_property(document, "contributor", each.text);
    if (each.local == "publisher") add_property(document, "publisher", each.text);
    if (each.local == "subject") add_keywords(document, each.text);
    if (each.local == "rights") add_property(document, "rights", each.text);
    if (each.local == "description" && document.description.empty())
      document.description = fold_space(each.text);
    if (each.local == "language")
      document.language = ascii_lower(each.text.substr(0, each.text.find('-')));
    if (each.local == "date" && document.published.empty())
      document.published = w3c_date(each.text);
    if (each.local == "identifier" &&
        !add_isbn(document, value_of(each, "scheme") + ":" + each.text) &&
        !add_isbn(document, each.text)) {
      add_property(document, "identifier", each.text);
    }
    if (each.local == "meta") read_meta(each, document);
  }
}

std::vector<std::string> read_epub_contents(const std::string& text) {
  ContentsHandler handler;
  // A malformed file is read up to its first error.
  (void)xml::parse_xml(xml::without_doctype(text), "contents", {}, handler);
  return handler.headings;
}

}  // namespace porthole
