#include "base/text/text.h"
#include "base/xml/lenient.h"
#include "plugins/formats/documents/zip_files.h"
#include "plugins/formats/ebooks/fiction_book_handler.h"
#include "plugins/formats/ebooks/summarizers.h"

namespace porthole {
namespace {

constexpr std::string_view kZip = "PK\x03\x04";
constexpr std::size_t kStart = 4096;  ///< The root element stands in here.

bool is_fiction_book(std::string_view name) { return ascii_lower(name).ends_with(".fb2"); }

}  // namespace

PluginAbout FictionBookSummarizer::about() const {
  return {.name = "fb2", .version = "1.0", .help = "Books in FictionBook 2 (.fb2, .fb2.zip)"};
}

Formats FictionBookSummarizer::formats() const {
  return {.types = {"application/x-fictionbook+xml", "application/fb2", "text/fb2+xml",
                    "application/x-zip-compressed-fb2"},
          .suffixes = {".fb2", ".fb2.zip", ".fbz"}};
}

bool FictionBookSummarizer::reads(const PageBytes& page) const {
  if (page.body.starts_with(kZip)) return page.body.find(".fb2") != std::string_view::npos;
  return page.body.substr(0, kStart).find("<FictionBook") != std::string_view::npos;
}

std::string FictionBookSummarizer::summarize(const PageBytes& page, Document& document) {
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

}  // namespace porthole
