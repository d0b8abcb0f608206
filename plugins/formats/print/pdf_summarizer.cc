
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <string_view>

#include "base/text/text.h"
#include "base/xml/lenient.h"
#include "base/xml/reader.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/print/print_text.h"
#include "plugins/support/run_tool.h"

namespace porthole {
namespace {

// Reads the output of pdftohtml -xml: outline, links with the surrounding text, and the largest
// text on the first page.

struct PdfStructure {
  Document document;     ///< Links, and headings from the outline.
  LargestWords largest;  ///< The largest text of the first page.
};

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

/// `xml` is the program's output, which may be truncated.
PdfStructure read_pdf_structure(std::string_view xml, const PageBytes& page) {
  PdfStructure structure;
  Pdf2XmlHandler handler(structure, page);
  xml::XmlLimits limits;
  limits.bytes = xml.size();
  // Where it is cut or not well-formed, what stands before is kept.
  (void)xml::parse_xml(xml::without_doctype(xml), "pdftohtml", limits, handler);
  return structure;
}

using std::chrono::seconds;

// Readers accept what stands before the header, up to a kilobyte (ISO 32000-1, annex H).
constexpr std::size_t kHeader = 1024;

/// False for titles that printer drivers generate: a file name, or nothing.
bool is_title(std::string_view title) {
  const std::string lower = ascii_lower(title);
  for (const std::string_view prefix :
       {"microsoft word - ", "untitled", "microsoft powerpoint - "}) {
    if (lower.starts_with(prefix)) return false;
  }
  for (const std::string_view suffix :
       {".doc", ".docx", ".dvi", ".tex", ".ps", ".pdf", ".indd", ".qxd"}) {
    if (lower.ends_with(suffix)) return false;
  }
  return !lower.empty();
}

/// The lines "Name:   value" of pdfinfo.
void read_info(std::string_view info, Document& document) {
  for (const std::string_view line : split(info, '\n')) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, colon);
    const std::string value = fold_space(clean_utf8(line.substr(colon + 1)));
    if (name == "Title" && is_title(value)) document.title = value;
    if (name == "Author") add_names(document, "author", value);
    if (name == "Subject") document.description = value;
    if (name == "Keywords") add_keywords(document, value);
    if (name == "Creator") add_property(document, "generator", value);
    if (name == "CreationDate") set_created(document, value);
    if (name == "ModDate") set_modified(document, value);
    if (name == "Pages") add_property(document, "pages", value);
  }
}

/// True if a sentence goes on in the line after `line`: a full one without an end of a sentence.
bool goes_on(std::string_view line, std::string_view next) {
  constexpr std::size_t kFullLine = 40;
  if (next.empty() || std::string_view(".!?:").find(line.back()) != std::string_view::npos)
    return false;
  return line.size() >= kFullLine || (next.front() >= 'a' && next.front() <= 'z');
}

/// Lines within a paragraph are joined. Pages end with form feeds, paragraphs with an empty line.
std::string text_of(std::string text) {
  std::replace(text.begin(), text.end(), '\f', '\n');
  std::string clean, last;
  for (const std::string_view line : split(text, '\n')) {
    std::string folded = fold_space(clean_utf8(line));
    if (!last.empty()) clean.append(last).append(goes_on(last, folded) ? " " : "\n");
    last = std::move(folded);
  }
  return last.empty() ? clean : clean + last + "\n";
}

}  // namespace

/// PDF, by the programs of poppler: pdfinfo (metadata), pdftotext (text), pdftohtml (outline, links
/// with surrounding text).
///
/// Source: ISO 32000-1.
class PdfSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "pdf",
            .version = "1.0",
            .help = "PDF: metadata, outline, text, links (by poppler)"};
  }

  Formats formats() const override {
    return {.types = {"application/pdf", "application/x-pdf"}, .suffixes = {".pdf"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.substr(0, kHeader).find("%PDF-") != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    const ToolOutput info =
        run_tool({"pdfinfo", "-isodates", "-enc", "UTF-8", "/dev/stdin"}, page.body,
                 {.output_bytes = 1u << 20, .cpu = seconds(2), .wall = seconds(4)});
    if (info.exit_code != 0) {
      const bool is_encrypted = page.body.find("/Encrypt") != std::string_view::npos;
      throw UnreadablePage(is_encrypted ? "encrypted: a password is needed" : "damaged");
    }
    read_info(info.output, document);
    ToolOutput text =
        run_tool({"pdftotext", "-enc", "UTF-8", "/dev/stdin", "-"}, page.body,
                 {.output_bytes = page.limits.text_bytes, .cpu = seconds(5), .wall = seconds(6)});
    document.text = text_of(std::move(text.output));
    const ToolOutput html =
        run_tool({"pdftohtml", "-xml", "-i", "-stdout", "/dev/stdin"}, page.body,
                 {.output_bytes = 16u << 20, .cpu = seconds(3), .wall = seconds(4)});
    PdfStructure structure = read_pdf_structure(html.output, page);
    document.links = std::move(structure.document.links);
    for (Property& heading : structure.document.properties)
      document.properties.push_back(std::move(heading));
    if (document.title.empty()) document.title = structure.largest.words();
    if (document.title.empty())
      document.title =
          cut(std::string_view(document.text).substr(0, document.text.find('\n')), 200);
    if (text.cut) return "text cut at a limit of time or size";
    if (text.exit_code == 3) return "its author does not allow that text is taken out";
    return text.exit_code == 0 ? "" : "damaged";
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::PdfSummarizer)
