#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/documents/xml_values.h"
#include "plugins/formats/office/open_xml.h"

namespace porthole {
namespace {

/// A slide, or the notes of one.
class SlideHandler final : public xml::XmlHandler {
 public:
  SlideHandler(BlockWriter& writer, const Relationships& relationships)
      : writer_(writer), relationships_(relationships) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    if (skipped_ > 0 || name.local == "Fallback") {
      ++skipped_;
      return;
    }
    if (name.local == "sp" || name.local == "pic" || name.local == "graphicFrame") holder_.clear();
    if (name.local == "cNvPr") words_ = value_of(attributes, "descr");
    if (name.local == "cNvPr" || name.local == "rPr") owner_ = name.local;
    if (name.local == "ph") holder_ = value_of(attributes, "type");
    if (name.local == "hlinkClick") add_link(attributes);
    if (name.local == "br") writer_.text(" ");
    if (name.local == "t") begin_text();
  }

  void end_element(const xml::XmlName& name) override {
    if (skipped_ > 0) {
      --skipped_;
      return;
    }
    if (name.local == "t") end_text();
    // A title of several paragraphs is one.
    if (name.local == "p" && !is_title()) writer_.end_block();
    if (name.local == "p" && is_title()) writer_.text(" ");
    if (name.local == "txBody")
      writer_.end_block(is_title() ? BlockRole::kSlide : BlockRole::kText);
    if (writer_.is_full()) stop();
  }

  void characters(std::string_view text) override {
    if (is_text_ && skipped_ == 0) writer_.text(text);
  }

 private:
  bool is_title() const { return holder_ == "title" || holder_ == "ctrTitle"; }

  void add_link(const xml::XmlAttributes& attributes) {
    const auto found = relationships_.find(qualified_value_of(attributes, "id"));
    if (found == relationships_.end() || !found->second.is_external) return;
    target_ = found->second.target;
    title_ = value_of(attributes, "tooltip");
    if (owner_ == "rPr") return;
    // The whole shape, a picture in most cases: its description stands for the words.
    writer_.begin_link(target_, title_.empty() ? words_ : title_);
    writer_.end_link();
    target_.clear();
  }

  void begin_text() {
    // Number, date and footer stand on every slide.
    is_text_ = holder_ != "sldNum" && holder_ != "dt" && holder_ != "ftr";
    if (!target_.empty()) writer_.begin_link(target_, title_);
  }

  void end_text() {
    is_text_ = false;
    if (!target_.empty()) writer_.end_link();
    target_.clear();
  }

  BlockWriter& writer_;
  const Relationships& relationships_;
  std::string holder_;  ///< Kind of text in the shape: "title", "body", "" for any.
  std::string owner_;   ///< Owner of a link: a shape, or a run of text.
  std::string words_, target_, title_;
  bool is_text_ = false;
  int skipped_ = 0;
};

}  // namespace

/// Presentations of PowerPoint since 2007 (PresentationML): titles of slides, text, notes, links.
///
/// Source: ECMA-376-1, clauses 19 and 21.
class PptxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {
        .name = "pptx", .version = "1.0", .help = "Presentations of PowerPoint since 2007 (.pptx)"};
  }

  Formats formats() const override {
    return {.types = {"application/vnd.openxmlformats-officedocument.presentationml.presentation",
                      "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
                      "application/vnd.openxmlformats-officedocument.presentationml.template",
                      "application/vnd.ms-powerpoint.presentation.macroenabled.12"},
            .suffixes = {".pptx", ".ppsx", ".potx", ".pptm"}};
  }

  bool reads(const PageBytes& page) const override { return OpenXml::is_one(page.body, "ppt/"); }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Presentation";
    OpenXml package(page.body);
    package.read_properties(document);
    const std::string main = package.main_part();
    if (!package.problem().empty() && main.empty()) return package.problem();
    const Relationships parts = package.relationships(main);
    const xml::XmlElement presentation = package.tree(main);
    const xml::XmlElement* const slides = presentation.child("sldIdLst");
    if (slides == nullptr) return package.problem();
    add_property(document, "pages", std::to_string(slides->children.size()));
    BlockWriter writer(document, page);
    for (const xml::XmlElement& slide : slides->children) {
      const auto part = parts.find(qualified_value_of(slide, "id"));
      if (part == parts.end() || writer.is_full()) continue;
      const Relationships relationships = package.relationships(part->second.target);
      SlideHandler shown(writer, relationships);
      package.parse(part->second.target, shown);
      const std::string notes = OpenXml::target_of(relationships, "notesSlide");
      if (notes.empty()) continue;
      const Relationships of_notes = package.relationships(notes);
      SlideHandler said(writer, of_notes);
      package.parse(notes, said);
    }
    if (document.title.empty() && !document.text.empty()) {
      document.title = document.text.substr(0, document.text.find('\n'));
    }
    return package.problem();
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::PptxSummarizer)
