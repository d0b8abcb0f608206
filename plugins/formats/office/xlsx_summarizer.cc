#include <charconv>
#include <unordered_map>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/xml_values.h"
#include "plugins/formats/office/open_xml.h"
#include "plugins/formats/office/sheet_writer.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

constexpr std::size_t kFormulaBytes = 4096;

/// The shared strings that cells refer to by number. Phonetic hints are skipped.
class SharedStrings final : public xml::XmlHandler {
 public:
  std::vector<std::string> strings;

  void start_element(const xml::XmlName& name, const xml::XmlAttributes&) override {
    if (name.local == "si") strings.emplace_back();
    if (name.local == "rPh") is_pronounced_ = true;
    if (name.local == "t") is_text_ = true;
  }
  void end_element(const xml::XmlName& name) override {
    if (name.local == "rPh") is_pronounced_ = false;
    if (name.local == "t") is_text_ = false;
  }
  void characters(std::string_view text) override {
    if (is_text_ && !is_pronounced_ && !strings.empty()) strings.back() += text;
  }

 private:
  bool is_text_ = false;
  bool is_pronounced_ = false;
};

struct CellLink {
  std::string target;
  std::string title;
};
using CellLinks = std::unordered_map<std::string, CellLink>;  ///< By cell ("B7").

/// The links of a sheet, which stand behind its cells.
class LinkHandler final : public xml::XmlHandler {
 public:
  explicit LinkHandler(const Relationships& relationships) : relationships_(relationships) {}
  CellLinks links;

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    if (name.local != "hyperlink") return;
    const auto found = relationships_.find(qualified_value_of(attributes, "id"));
    if (found == relationships_.end() || !found->second.is_external) return;
    const std::string_view cells = value_of(attributes, "ref");
    links[std::string(cells.substr(0, cells.find(':')))] = {
        found->second.target, std::string(value_of(attributes, "tooltip"))};
  }

 private:
  const Relationships& relationships_;
};

/// HYPERLINK("https://a.example/","a") gives a cell its link, and its words where no program has
/// computed them.
void read_link_formula(std::string_view formula, Cell& cell) {
  constexpr std::string_view kCall = "HYPERLINK(";
  if (!equals_ignoring_case(formula.substr(0, kCall.size()), kCall)) return;
  // Every second part stands in quotes.
  const std::vector<std::string_view> parts = split(formula, '"');
  if (parts.size() > 1) cell.link = parts[1];
  if (parts.size() > 3 && cell.text.empty()) cell.text = parts[3];
}

class SheetHandler final : public xml::XmlHandler {
 public:
  SheetHandler(SheetWriter& writer, const std::vector<std::string>& strings, const CellLinks& links)
      : writer_(writer), strings_(strings), links_(links) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    hearing_ = nullptr;
    if (name.local == "c") {
      cell_ = {};
      formula_.clear();
      type_ = value_of(attributes, "t");
      if (links_.empty()) return;
      const auto link = links_.find(std::string(value_of(attributes, "r")));
      if (link != links_.end()) cell_.link = link->second.target, cell_.title = link->second.title;
    }
    if (name.local == "v" || name.local == "t") hearing_ = &cell_.text;
    if (name.local == "f") {
      hearing_ = &formula_;
      writer_.add_formula();
    }
  }

  void end_element(const xml::XmlName& name) override {
    hearing_ = nullptr;
    if (name.local == "c") end_cell();
    if (name.local == "row") {
      writer_.end_row();
      if (writer_.is_full()) stop();
    }
  }

  void characters(std::string_view text) override {
    if (hearing_ == nullptr) return;
    if (hearing_ == &formula_ && formula_.size() > kFormulaBytes) return;
    *hearing_ += text;
  }

 private:
  void end_cell() {
    cell_.is_text = type_ == "s" || type_ == "str" || type_ == "inlineStr";
    if (type_ == "b") cell_.text = cell_.text == "1" ? "TRUE" : "FALSE";
    if (type_ == "s") {
      std::size_t number = strings_.size();
      std::from_chars(cell_.text.data(), cell_.text.data() + cell_.text.size(), number);
      cell_.text = number < strings_.size() ? strings_[number] : "";
    }
    if (cell_.link.empty()) read_link_formula(formula_, cell_);
    writer_.add_cell(std::move(cell_));
    cell_ = {};
  }

  SheetWriter& writer_;
  const std::vector<std::string>& strings_;
  const CellLinks& links_;
  std::string* hearing_ = nullptr;
  Cell cell_;
  std::string formula_;
  std::string type_;
};

}  // namespace

/// Workbooks of Excel since 2007 (SpreadsheetML): sheets, columns, cells, formulas, links.
///
/// Source: ECMA-376-1, clause 18. Option: `rows` (how many are read as text).
class XlsxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "xlsx",
            .version = "1.0",
            .help = "Workbooks of Excel since 2007 (.xlsx)",
            .options = {rows_option()}};
  }

  Formats formats() const override {
    return {.types = {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                      "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
                      "application/vnd.ms-excel.sheet.macroenabled.12"},
            .suffixes = {".xlsx", ".xltx", ".xlsm"}};
  }

  bool reads(const PageBytes& page) const override { return OpenXml::is_one(page.body, "xl/"); }

  std::string configure(const OptionValues& options) override {
    most_rows_ = options.whole("rows");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Spreadsheet";
    OpenXml package(page.body);
    package.read_properties(document);
    const std::string main = package.main_part();
    if (!package.problem().empty() && main.empty()) return package.problem();
    const Relationships parts = package.relationships(main);
    SharedStrings shared;
    const std::string string_part = OpenXml::target_of(parts, "sharedStrings");
    if (!string_part.empty()) package.parse(string_part, shared);
    SheetWriter writer(document, page, most_rows_);
    const xml::XmlElement workbook = package.tree(main);
    const xml::XmlElement* const sheets = workbook.child("sheets");
    if (sheets == nullptr) return package.problem();
    for (const xml::XmlElement& sheet : sheets->children) {
      writer.begin_sheet(value_of(sheet, "name"));
      const auto part = parts.find(qualified_value_of(sheet, "id"));
      // A chart may be a sheet, too.
      if (part == parts.end() || part->second.type != "worksheet" || writer.is_full()) continue;
      const Relationships relationships = package.relationships(part->second.target);
      LinkHandler links(relationships);
      if (!relationships.empty()) package.parse(part->second.target, links);
      SheetHandler cells(writer, shared.strings, links.links);
      package.parse(part->second.target, cells);
    }
    writer.end();
    return package.problem();
  }

 private:
  std::int64_t most_rows_ = 10000;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::XlsxSummarizer)
