// Books: EPUB and FictionBook.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "base/xml/lenient.h"
#include "base/xml/reader.h"
#include "base/xml/tree.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/documents/xml_values.h"
#include "plugins/formats/documents/zip_files.h"

namespace porthole {
namespace {

/// The package document of an EPUB (OPF).
struct EpubPackage {
  std::vector<std::string> chapters;  ///< Paths in the zip, in the order of the spine.
  std::string contents;               ///< The path of the table of contents, "" if none.
};

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

/// `root` is the tree of the OPF at `path`.
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

/// Writes title, authors, ISBN and other metadata into `document`.
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

/// The headings of a table of contents: NCX, or a navigation document (XHTML).
std::vector<std::string> read_epub_contents(const std::string& text) {
  ContentsHandler handler;
  // A malformed file is read up to its first error.
  (void)xml::parse_xml(xml::without_doctype(text), "contents", {}, handler);
  return handler.headings;
}

/// Where chapters are said to be, so that links inside of the book are told from those that leave
/// it.
constexpr std::string_view kInside = "https://epub.invalid/";

void add_chapter(const PageBytes& page, const std::string& path, const std::string& body,
                 Document& book) {
  Document chapter = page.inner->read(std::string(kInside) + path, "application/xhtml+xml", body);
  book.text += chapter.text;
  if (!book.text.empty() && book.text.back() != '\n') book.text += '\n';
  for (Link& link : chapter.links) {
    if (!link.url.starts_with(kInside) && link.element == Element::kA)
      book.links.push_back(std::move(link));
  }
}

std::string package_path(const xml::XmlElement& container) {
  const xml::XmlElement* const files = container.child("rootfiles");
  const xml::XmlElement* const file = files == nullptr ? nullptr : files->child("rootfile");
  return file == nullptr ? "" : value_of(*file, "full-path");
}

/// The files that are encrypted, as META-INF/encryption.xml names them.
void add_encrypted(const xml::XmlElement& element, std::set<std::string>& files) {
  if (element.local == "CipherReference") files.insert(percent_decode(value_of(element, "URI")));
  for (const xml::XmlElement& child : element.children) add_encrypted(child, files);
}

bool is_text(std::string_view name) {
  const std::string lower = ascii_lower(name);
  for (const std::string_view suffix : {".xhtml", ".html", ".htm", ".xml", ".ncx"}) {
    if (lower.ends_with(suffix)) return true;
  }
  return false;
}

/// Elements that are a line of text each.
bool is_block(std::string_view element) {
  for (const std::string_view block : {"p", "v", "subtitle", "text-author", "td", "th", "date"}) {
    if (element == block) return true;
  }
  return false;
}

constexpr std::string_view kZip = "PK\x03\x04";
constexpr std::size_t kStart = 4096;  ///< The root element stands in here.

bool is_fiction_book(std::string_view name) { return ascii_lower(name).ends_with(".fb2"); }

/// Hears a FictionBook: its description, then its bodies.
class FictionBookHandler final : public xml::XmlHandler {
 public:
  FictionBookHandler(Document& document, const PageBytes& page)
      : document_(document), writer_(document, page) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    if (open_.empty()) is_book_ = name.local == "FictionBook";
    if (!is_book_) return stop();
    open_.emplace_back(name.local);
    if (is_in("body")) {
      if (name.local == "body") is_notes_ = value_of(attributes, "name") == "notes";
      if (name.local == "a") writer_.begin_link(value_of(attributes, "href"));
      return;
    }
    // An annotation is paragraphs; what is said of it is all of them.
    if (!is_in("annotation") || name.local == "annotation") value_.clear();
    if (name.local == "author" || name.local == "translator") person_.clear();
    if (name.local == "sequence") add_property(document_, "series", value_of(attributes, "name"));
    if (name.local == "date") value_ = value_of(attributes, "value");
  }

  void end_element(const xml::XmlName& name) override {
    open_.pop_back();
    if (is_in("body")) {
      if (name.local == "a") writer_.end_link();
      // A title of several paragraphs is one; that of a note is its number.
      if (name.local == "title") {
        writer_.end_block(is_notes_ ? BlockRole::kText : BlockRole::kHeading);
      } else if (is_in("title")) {
        writer_.text(" ");
      } else if (is_block(name.local)) {
        writer_.end_block();
      }
      if (writer_.is_full()) stop();
      return;
    }
    if (is_in("title-info")) end_of_title_info(name.local);
    if (is_in("publish-info") || is_in("document-info")) end_of_publication(name.local);
    if (name.local == "p") value_ += " ";
  }

  void characters(std::string_view text) override {
    // Pictures, in Base64, stand behind the bodies.
    if (is_in("binary")) return;
    if (is_in("body")) {
      writer_.text(text);
    } else {
      value_ += text;
    }
  }

  bool is_book() const { return is_book_; }

 private:
  bool is_in(std::string_view element) const {
    return std::find(open_.begin(), open_.end(), element) != open_.end();
  }

  void end_of_title_info(std::string_view element) {
    if (element == "first-name" || element == "middle-name" || element == "last-name")
      person_ += value_ + " ";
    if (element == "nickname" && fold_space(person_).empty()) person_ = value_;
    if (element == "author") add_property(document_, "author", person_);
    if (element == "translator") add_property(document_, "contributor", person_);
    if (element == "book-title") document_.title = fold_space(value_);
    if (element == "annotation") document_.description = fold_space(value_);
    if (element == "keywords") add_keywords(document_, value_);
    if (element == "genre") add_property(document_, "keyword", value_);
    if (element == "lang") document_.language = ascii_lower(trim(value_));
    if (element == "date") set_created(document_, value_);
  }

  void end_of_publication(std::string_view element) {
    if (element == "isbn" && !add_isbn(document_, "isbn " + value_))
      add_property(document_, "identifier", value_);
    if (element == "publisher" && is_in("publish-info"))
      add_property(document_, "publisher", value_);
    if (element == "year" && !w3c_date(value_).empty()) document_.published = w3c_date(value_);
    if (element == "program-used") add_property(document_, "generator", value_);
    if (element == "date" && is_in("document-info")) set_modified(document_, value_);
  }

  Document& document_;
  BlockWriter writer_;
  std::vector<std::string> open_;
  std::string value_;   ///< Text of the open element of the description.
  std::string person_;  ///< The names of the current person so far.
  bool is_book_ = false;
  bool is_notes_ = false;
};

}  // namespace

/// EPUB: metadata and spine of the package, chapters as text, headings of the table of contents.
///
/// Source: EPUB 3.3, EPUB 2.0.1 (OPF, NCX).
class EpubSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {
        .name = "epub", .version = "1.0", .help = "Books in EPUB: metadata, chapters, contents"};
  }

  Formats formats() const override {
    return {.types = {"application/epub+zip", "application/epub"}, .suffixes = {".epub"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.starts_with("PK\x03\x04") &&
           page.body.find("META-INF/container.xml") != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Book";
    document.media_type = "application/epub+zip";
    ZipFiles zip(page.body);
    zip.load([](std::string_view name) {
      return name.starts_with("META-INF/") && name.ends_with(".xml");
    });
    const std::string path = package_path(zip.tree("META-INF/container.xml"));
    zip.load([&path](std::string_view name) { return name == path; });
    const xml::XmlElement root = zip.tree(path);
    read_epub_metadata(root, document);
    const EpubPackage package = read_epub_package(root, path);
    const std::set<std::string, std::less<>> chapters(package.chapters.begin(),
                                                      package.chapters.end());
    zip.load([&](std::string_view name) { return is_text(name) || chapters.contains(name); });
    if (const std::string* const contents = zip.find(package.contents)) {
      for (const std::string& heading : read_epub_contents(*contents)) {
        document.properties.push_back({"heading", heading});
      }
    }
    std::set<std::string> encrypted, read;
    add_encrypted(zip.tree("META-INF/encryption.xml"), encrypted);
    for (const std::string& chapter : package.chapters) {
      if (document.text.size() >= page.limits.text_bytes) break;
      const std::string* const body = zip.find(chapter);
      if (body == nullptr) {
        zip.note(chapter + " is missing");
      } else if (encrypted.contains(chapter)) {
        zip.note("encrypted");
      } else if (read.insert(chapter).second) {
        add_chapter(page, chapter, *body, document);
      }
    }
    if (package.chapters.empty())
      zip.note("no chapters: the package document is missing or damaged");
    return zip.problem();
  }
};

/// FictionBook 2 (.fb2), alone or in a zip (.fb2.zip).
///
/// Source: FictionBook 2.1, http://www.gribuser.ru/xml/fictionbook/2.0 (its schema).
class FictionBookSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "fb2", .version = "1.0", .help = "Books in FictionBook 2 (.fb2, .fb2.zip)"};
  }

  Formats formats() const override {
    return {.types = {"application/x-fictionbook+xml", "application/fb2", "text/fb2+xml",
                      "application/x-zip-compressed-fb2"},
            .suffixes = {".fb2", ".fb2.zip", ".fbz"}};
  }

  bool reads(const PageBytes& page) const override {
    if (page.body.starts_with(kZip)) return page.body.find(".fb2") != std::string_view::npos;
    return page.body.substr(0, kStart).find("<FictionBook") != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Book";
    std::string name = "the book";
    std::string text;
    std::string problem;
    if (page.body.starts_with(kZip)) {
      ZipFiles zip(page.body);
      zip.load(is_fiction_book);
      if (zip.loaded().empty())
        throw UnreadablePage(zip.problem().empty() ? "no book in the zip" : zip.problem());
      name = zip.loaded().begin()->first;
      text = xml::without_doctype(zip.loaded().begin()->second);
      problem = zip.problem();
    } else {
      text = xml::without_doctype(page.body);
    }
    FictionBookHandler handler(document, page);
    xml::XmlLimits limits;
    limits.bytes = std::max(limits.bytes, text.size());
    const Result<void> read = xml::parse_xml(text, name, limits, handler);
    if (!problem.empty() || read) return problem;
    return name + ": " + read.error().message;
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::EpubSummarizer)
PORTHOLE_EXPORT(porthole::FictionBookSummarizer)
