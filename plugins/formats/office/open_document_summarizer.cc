#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "base/xml/reader.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/documents/xml_values.h"
#include "plugins/formats/documents/zip_files.h"
#include "plugins/formats/office/sheet_writer.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

/// The target of an OpenDocument link, relative to the document: "../" refers outside of the
/// package.
std::string_view open_document_target(const xml::XmlAttributes& attributes) {
  std::string_view target = value_of(attributes, "href");
  if (target.starts_with("../")) target.remove_prefix(3);
  return target;
}

constexpr std::string_view kTypes = "application/vnd.oasis.opendocument.";

/// The type in the package's first file, which is not compressed: "text", "spreadsheet"; "" if it
/// is not an OpenDocument.
std::string_view kind_of(std::string_view body) {
  constexpr std::size_t kName = 30;  // Where a local header of a zip has the name.
  constexpr std::string_view kFirst = "mimetype";
  if (!body.starts_with("PK\x03\x04") || body.size() < kName) return {};
  body.remove_prefix(kName);
  if (!body.starts_with(kFirst)) return {};
  const auto begin = body.substr(0, 100).find(kTypes);
  if (begin == std::string_view::npos) return {};
  body.remove_prefix(begin + kTypes.size());
  return body.substr(0, body.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
}

void read_counts(const xml::XmlElement& counts, Document& document) {
  add_property(document, "pages", value_of(counts, "page-count"));
  add_property(document, "words", value_of(counts, "word-count"));
}

void read_meta(const xml::XmlElement& root, Document& document) {
  const xml::XmlElement* const meta = root.child("meta");
  if (meta == nullptr) return;
  // Creator is who changed it last.
  const xml::XmlElement* const last = meta->child("creator");
  const xml::XmlElement* const first = meta->child("initial-creator");
  if (first != nullptr || last != nullptr)
    add_names(document, "author", (first ? first : last)->text);
  if (last != nullptr) add_contributors(document, last->text);
  for (const xml::XmlElement& each : meta->children) {
    if (each.local == "title") document.title = fold_space(each.text);
    if (each.local == "description") document.description = fold_space(each.text);
    if (each.local == "subject") add_property(document, "keyword", each.text);
    if (each.local == "keyword") add_keywords(document, each.text);
    if (each.local == "generator") add_property(document, "generator", each.text);
    if (each.local == "language")
      document.language = ascii_lower(each.text.substr(0, each.text.find('-')));
    if (each.local == "creation-date") set_created(document, each.text);
    if (each.local == "date") set_modified(document, each.text);
    if (each.local == "document-statistic") read_counts(each, document);
  }
}

bool is_encrypted(const xml::XmlElement& manifest) {
  for (const xml::XmlElement& entry : manifest.children) {
    if (entry.child("encryption-data") != nullptr) return true;
  }
  return false;
}

// XML event handlers for content.xml of an OpenDocument: text, headings, captions, links, slides.

/// Texts and presentations.
class OpenDocumentText final : public xml::XmlHandler {
 public:
  explicit OpenDocumentText(BlockWriter& writer) : writer_(writer) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    // Deleted text, kept for undoing changes.
    if (skipped_ > 0 || name.local == "tracked-changes") {
      ++skipped_;
      return;
    }
    if (name.local == "style" && parents_.size() < 10'000) {
      parents_[std::string(value_of(attributes, "name"))] =
          value_of(attributes, "parent-style-name");
    }
    if (name.local == "p" || name.local == "h") begin_paragraph(name, attributes);
    if (name.local == "a")
      writer_.begin_link(open_document_target(attributes), value_of(attributes, "title"));
    if (name.local == "s" || name.local == "tab" || name.local == "line-break") writer_.text(" ");
    if (name.local == "frame") is_slide_title_ = value_of(attributes, "class") == "title";
    if (name.local == "page") ++slides_;
  }

  void end_element(const xml::XmlName& name) override {
    if (skipped_ > 0) {
      --skipped_;
      return;
    }
    if (name.local == "a") writer_.end_link();
    if (name.local == "frame") is_slide_title_ = false;
    if (name.local != "p" && name.local != "h") return;
    if (--paragraphs_ > 0) return writer_.text(" ");
    writer_.end_block(kind_);
    if (writer_.is_full()) stop();
  }

  void characters(std::string_view text) override {
    if (paragraphs_ > 0 && skipped_ == 0) writer_.text(text);
  }

  int slides() const { return slides_; }

 private:
  /// A style is known by its name, or by that of the one that it was made from.
  BlockRole kind_of_style(std::string_view style) const {
    constexpr std::array<std::string_view, 8> kCaptions = {
        "Caption", "Illustration",  "Table",        "Drawing",
        "Figure",  "FigureCaption", "TableCaption", "Text"};
    if (const auto parent = parents_.find(style); parent != parents_.end()) style = parent->second;
    if (style == "Title") return BlockRole::kTitle;
    const bool is_caption = std::find(kCaptions.begin(), kCaptions.end(), style) != kCaptions.end();
    return is_caption ? BlockRole::kCaption : BlockRole::kText;
  }

  void begin_paragraph(const xml::XmlName& name, const xml::XmlAttributes& attributes) {
    // A note or a box of text has paragraphs within one.
    if (++paragraphs_ > 1) return writer_.text(" ");
    kind_ = kind_of_style(value_of(attributes, "style-name"));
    if (name.local == "h") kind_ = BlockRole::kHeading;
    if (is_slide_title_) kind_ = BlockRole::kSlide;
  }

  BlockWriter& writer_;
  std::map<std::string, std::string, std::less<>> parents_;  ///< Parents of the document's own
                                                             ///< styles.
  BlockRole kind_ = BlockRole::kText;
  bool is_slide_title_ = false;
  int paragraphs_ = 0;
  int skipped_ = 0;
  int slides_ = 0;
};

/// Spreadsheets.
class OpenDocumentSheets final : public xml::XmlHandler {
 public:
  explicit OpenDocumentSheets(SheetWriter& writer) : writer_(writer) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    if (name.local == "table" && !value_of(attributes, "name").empty()) {
      writer_.begin_sheet(value_of(attributes, "name"));
    }
    if (name.local == "table-cell") {
      cell_ = {};
      const std::string_view type = value_of(attributes, "value-type");
      cell_.is_text = type.empty() || type == "string";
      if (!value_of(attributes, "formula").empty()) writer_.add_formula();
    }
    if (name.local == "p" && ++paragraphs_ == 1 && !cell_.text.empty()) cell_.text += " ";
    if (name.local == "s" || name.local == "tab" || name.local == "line-break") cell_.text += " ";
    if (name.local == "a" && cell_.link.empty()) cell_.link = open_document_target(attributes);
  }

  void end_element(const xml::XmlName& name) override {
    if (name.local == "p") --paragraphs_;
    if (name.local == "table-cell") writer_.add_cell(std::move(cell_)), cell_ = {};
    if (name.local == "table-row") writer_.end_row();
    if (writer_.is_full()) stop();
  }

  void characters(std::string_view text) override {
    if (paragraphs_ > 0) cell_.text += text;
  }

 private:
  SheetWriter& writer_;
  Cell cell_;
  int paragraphs_ = 0;
};

}  // namespace

/// OpenDocument: texts, spreadsheets and presentations (.odt, .ods, .odp).
///
/// Source: OASIS OpenDocument 1.3, parts 2 (packages) and 3 (schema). Option: `rows` (how many rows
/// of a spreadsheet are read as text).
class OpenDocumentSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "opendocument",
            .version = "1.0",
            .help = "OpenDocument texts, spreadsheets and presentations (.odt, .ods, .odp)",
            .options = {rows_option()}};
  }

  Formats formats() const override {
    Formats formats;
    for (const std::string kind : {"text", "spreadsheet", "presentation"}) {
      formats.types.push_back(std::string(kTypes) + kind);
      formats.types.push_back(std::string(kTypes) + kind + "-template");
    }
    formats.suffixes = {".odt", ".ods", ".odp", ".ott", ".ots", ".otp"};
    return formats;
  }

  bool reads(const PageBytes& page) const override {
    const std::string_view kind = kind_of(page.body);
    return kind == "text" || kind == "spreadsheet" || kind == "presentation";
  }

  std::string configure(const OptionValues& options) override {
    most_rows_ = options.whole("rows");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string_view kind = kind_of(page.body);
    document.media_type = std::string(kTypes) + std::string(kind);
    document.resource_class = kind == "text"          ? "Text"
                              : kind == "spreadsheet" ? "Spreadsheet"
                                                      : "Presentation";
    ZipFiles zip(page.body);
    zip.load([](std::string_view name) {
      return name == "meta.xml" || name == "META-INF/manifest.xml";
    });
    zip.load([](std::string_view name) { return name == "content.xml"; });
    read_meta(zip.tree("meta.xml"), document);
    if (is_encrypted(zip.tree("META-INF/manifest.xml"))) return "encrypted";
    if (kind == "spreadsheet") {
      SheetWriter writer(document, page, most_rows_);
      OpenDocumentSheets sheets(writer);
      zip.parse("content.xml", sheets);
      writer.end();
    } else {
      BlockWriter writer(document, page);
      OpenDocumentText text(writer);
      zip.parse("content.xml", text);
      if (kind == "presentation") add_property(document, "pages", std::to_string(text.slides()));
    }
    return zip.problem();
  }

 private:
  std::int64_t most_rows_ = 10000;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::OpenDocumentSummarizer)
