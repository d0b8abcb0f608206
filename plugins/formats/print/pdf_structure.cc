#include "plugins/formats/print/pdf_structure.h"

#include <charconv>
#include <cstdlib>
#include <map>

#include "base/text/text.h"
#include "base/xml/doctype.h"
#include "base/xml/reader.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"

namespace porthole {
namespace {

int number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Places in the document itself are said to be in a page that would be made of it.
std::string_view target_of(std::string_view href) {
  return href.starts_with("stdin.html") ? std::string_view() : href;
}

/// A page is lines of text, each with its place and font; the outline stands behind all pages.
class Pdf2XmlHandler final : public xml::XmlHandler {
 public:
  Pdf2XmlHandler(PdfStructure& structure, const PageBytes& page)
      : structure_(structure), writer_(structure.document, page) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    if (name.local == "page") ++pages_;
    if (name.local == "fontspec")
      sizes_[std::string(attributes.value("id"))] = number(attributes.value("size"));
    if (name.local == "text") begin_line(attributes);
    if (name.local == "a") writer_.begin_link(target_of(attributes.value("href")));
    if (name.local == "item") entry_.clear(), is_entry_ = true;
  }

  void end_element(const xml::XmlName& name) override {
    if (name.local == "a") writer_.end_link();
    if (name.local == "text") end_line();
    if (name.local == "page") writer_.end_block();
    if (name.local == "item") {
      is_entry_ = false;
      add_property(structure_.document, "heading", entry_);
    }
    if (writer_.is_full()) stop();
  }

  void characters(std::string_view text) override {
    if (is_entry_) entry_ += text;
    if (!is_line_) return;
    writer_.text(text);
    line_ += text;
  }

 private:
  /// Lines that are further from each other than a line and a half are paragraphs of their own.
  void begin_line(const xml::XmlAttributes& attributes) {
    const int top = number(attributes.value("top"));
    const int height = number(attributes.value("height"));
    if (std::abs(top - top_) * 2 > height * 3) writer_.end_block();
    top_ = top;
    size_ = sizes_[std::string(attributes.value("font"))];
    is_line_ = true;
    line_.clear();
  }

  void end_line() {
    is_line_ = false;
    writer_.text(" ");
    if (pages_ == 1) structure_.largest.add(line_, size_);
  }

  PdfStructure& structure_;
  BlockWriter writer_;
  std::map<std::string, int> sizes_;  ///< Font sizes by font id.
  std::string line_, entry_;
  int pages_ = 0;
  int top_ = 0;
  int size_ = 0;
  bool is_line_ = false;
  bool is_entry_ = false;
};

}  // namespace

PdfStructure read_pdf_structure(std::string_view xml, const PageBytes& page) {
  PdfStructure structure;
  Pdf2XmlHandler handler(structure, page);
  xml::XmlLimits limits;
  limits.bytes = xml.size();
  // Where it is cut or not well-formed, what stands before is kept.
  (void)xml::parse_xml(xml::without_doctype(xml), "pdftohtml", limits, handler);
  return structure;
}

}  // namespace porthole
