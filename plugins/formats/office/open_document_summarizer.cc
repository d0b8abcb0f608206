#include "base/text/text.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/documents/xml_values.h"
#include "plugins/formats/documents/zip_files.h"
#include "plugins/formats/office/open_document_content.h"
#include "plugins/formats/office/summarizers.h"
#include "plugins/formats/rows_option.h"

namespace porthole {
namespace {

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

}  // namespace

PluginAbout OpenDocumentSummarizer::about() const {
  return {.name = "opendocument",
          .version = "1.0",
          .help = "OpenDocument texts, spreadsheets and presentations (.odt, .ods, .odp)",
          .options = {rows_option()}};
}

Formats OpenDocumentSummarizer::formats() const {
  Formats formats;
  for (const std::string kind : {"text", "spreadsheet", "presentation"}) {
    formats.types.push_back(std::string(kTypes) + kind);
    formats.types.push_back(std::string(kTypes) + kind + "-template");
  }
  formats.suffixes = {".odt", ".ods", ".odp", ".ott", ".ots", ".otp"};
  return formats;
}

bool OpenDocumentSummarizer::reads(const PageBytes& page) const {
  const std::string_view kind = kind_of(page.body);
  return kind == "text" || kind == "spreadsheet" || kind == "presentation";
}

std::string OpenDocumentSummarizer::configure(const OptionValues& options) {
  most_rows_ = options.whole("rows");
  return {};
}

std::string OpenDocumentSummarizer::summarize(const PageBytes& page, Document& document) {
  const std::string_view kind = kind_of(page.body);
  document.media_type = std::string(kTypes) + std::string(kind);
  document.resource_class = kind == "text"          ? "Text"
                            : kind == "spreadsheet" ? "Spreadsheet"
                                                    : "Presentation";
  ZipFiles zip(page.body);
  zip.load(
      [](std::string_view name) { return name == "meta.xml" || name == "META-INF/manifest.xml"; });
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

}  // namespace porthole
