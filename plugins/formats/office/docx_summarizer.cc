
#include <algorithm>
#include <map>
#include <vector>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/xml_values.h"
#include "plugins/formats/office/open_xml.h"

namespace porthole {
namespace {

using Styles = std::map<std::string, BlockRole, std::less<>>;  ///< By id.

/// The kind of block for a style; names of built-in styles are English in every language.
BlockRole kind_of_style(std::string_view name) {
  std::string plain = ascii_lower(name);
  std::erase(plain, ' ');
  if (plain == "title") return BlockRole::kTitle;
  if (plain.size() == 8 && plain.starts_with("heading")) return BlockRole::kHeading;
  return plain.ends_with("caption") ? BlockRole::kCaption : BlockRole::kText;
}

Styles read_styles(const xml::XmlElement& root) {
  Styles styles;
  for (const xml::XmlElement& style : root.children) {
    const xml::XmlElement* const name = style.child("name");
    if (style.local == "style" && name != nullptr) {
      styles[value_of(style, "styleId")] = kind_of_style(value_of(*name, "val"));
    }
  }
  return styles;
}

class WordHandler final : public xml::XmlHandler {
 public:
  WordHandler(BlockWriter& writer, const Styles& styles, Relationships relationships)
      : writer_(writer), styles_(styles), relationships_(std::move(relationships)) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    // Fallback copies in an older form, and deleted text.
    const bool is_skipped =
        name.local == "Fallback" || name.local == "del" || name.local == "moveFrom";
    if (skipped_ > 0 || is_skipped) {
      ++skipped_;
      return;
    }
    if (name.local == "p" && ++paragraphs_ == 1) kind_ = BlockRole::kText;
    if (name.local == "pStyle") set_style(value_of(attributes, "val"));
    if (name.local == "outlineLvl" && value_of(attributes, "val") != "9")
      kind_ = BlockRole::kHeading;
    if (name.local == "tab" || name.local == "br" || name.local == "cr") writer_.text(" ");
    if (name.local == "noBreakHyphen") writer_.text("-");
    if (name.local == "t") hearing_ = &WordHandler::write;
    if (name.local == "instrText") hearing_ = &WordHandler::instruct;
    if (name.local == "hyperlink") begin_link(attributes);
    if (name.local == "fldSimple") begin_field(value_of(attributes, "instr"));
    if (name.local == "fldChar") change_field(value_of(attributes, "fldCharType"));
  }

  void end_element(const xml::XmlName& name) override {
    if (skipped_ > 0) {
      --skipped_;
      return;
    }
    if (name.local == "t" || name.local == "instrText") hearing_ = nullptr;
    if (name.local == "hyperlink") writer_.end_link();
    if (name.local == "fldSimple") end_field();
    if (name.local != "p") return;
    // A box of text is a paragraph within one.
    if (--paragraphs_ > 0) return writer_.text(" ");
    writer_.end_block(kind_);
    fields_.clear();
    if (writer_.is_full()) stop();
  }

  void characters(std::string_view text) override {
    if (skipped_ == 0 && hearing_ != nullptr) (this->*hearing_)(text);
  }

 private:
  void write(std::string_view text) { writer_.text(text); }
  void instruct(std::string_view text) { instruction_ += text; }

  void set_style(std::string_view id) {
    const auto style = styles_.find(id);
    if (paragraphs_ == 1) kind_ = style == styles_.end() ? kind_of_style(id) : style->second;
  }

  void begin_link(const xml::XmlAttributes& attributes) {
    const auto found = relationships_.find(qualified_value_of(attributes, "id"));
    const bool leads_out = found != relationships_.end() && found->second.is_external;
    writer_.begin_link(leads_out ? found->second.target : "", value_of(attributes, "tooltip"));
  }

  void begin_field(std::string_view instruction) {
    const auto link = read_hyperlink_field(instruction);
    if (link) writer_.begin_link(link->target, link->title);
    fields_.push_back(link.has_value());
  }

  void end_field() {
    if (fields_.empty()) return;
    if (fields_.back()) writer_.end_link();
    fields_.pop_back();
  }

  /// begin, its instruction, separate, what is shown, end. They nest.
  void change_field(std::string_view type) {
    if (type == "begin") instruction_.clear();
    if (type == "separate") begin_field(instruction_);
    if (type == "end") end_field();
  }

  BlockWriter& writer_;
  const Styles& styles_;
  Relationships relationships_;
  void (WordHandler::*hearing_)(std::string_view) = nullptr;
  std::string instruction_;
  BlockRole kind_ = BlockRole::kText;
  int paragraphs_ = 0;
  int skipped_ = 0;
  std::vector<bool> fields_;  ///< Those that are open; true for a link.
};

}  // namespace

/// Word documents since 2007 (WordprocessingML).
///
/// Source: ECMA-376-1, clause 17.
class DocxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "docx", .version = "1.0", .help = "Documents of Word since 2007 (.docx)"};
  }

  Formats formats() const override {
    return {.types = {"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                      "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
                      "application/vnd.ms-word.document.macroenabled.12"},
            .suffixes = {".docx", ".dotx", ".docm"}};
  }

  bool reads(const PageBytes& page) const override { return OpenXml::is_one(page.body, "word/"); }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    OpenXml package(page.body);
    package.read_properties(document);
    const std::string main = package.main_part();
    if (!package.problem().empty() && main.empty()) return package.problem();
    const Relationships relationships = package.relationships(main);
    const std::string style_part = OpenXml::target_of(relationships, "styles");
    const Styles styles = read_styles(package.tree(style_part));
    BlockWriter writer(document, page);
    WordHandler body(writer, styles, relationships);
    package.parse(main, body);
    for (const std::string_view type : {"footnotes", "endnotes", "comments"}) {
      const std::string part = OpenXml::target_of(relationships, type);
      if (part.empty()) continue;
      WordHandler notes(writer, styles, package.relationships(part));
      package.parse(part, notes);
    }
    return package.problem();
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::DocxSummarizer)
