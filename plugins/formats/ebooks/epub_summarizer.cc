#include <set>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "plugins/formats/documents/xml_values.h"
#include "plugins/formats/documents/zip_files.h"
#include "plugins/formats/ebooks/epub_package.h"
#include "plugins/formats/ebooks/summarizers.h"

namespace porthole {
namespace {

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

}  // namespace

PluginAbout EpubSummarizer::about() const {
  return {.name = "epub", .version = "1.0", .help = "Books in EPUB: metadata, chapters, contents"};
}

Formats EpubSummarizer::formats() const {
  return {.types = {"application/epub+zip", "application/epub"}, .suffixes = {".epub"}};
}

bool EpubSummarizer::reads(const PageBytes& page) const {
  return page.body.starts_with("PK\x03\x04") &&
         page.body.find("META-INF/container.xml") != std::string_view::npos;
}

std::string EpubSummarizer::summarize(const PageBytes& page, Document& document) {
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
  if (package.chapters.empty()) zip.note("no chapters: the package document is missing or damaged");
  return zip.problem();
}

}  // namespace porthole
