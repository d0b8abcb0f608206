#include "plugins/formats/office/open_document_content.h"

#include <algorithm>
#include <array>

#include "plugins/formats/documents/xml_values.h"

namespace porthole {

std::string_view open_document_target(const xml::XmlAttributes& attributes) {
  std::string_view target = value_of(attributes, "href");
  if (target.starts_with("../")) target.remove_prefix(3);
  return target;
}

/// A style is known by its name, or by that of the one that it was made from.
BlockRole OpenDocumentText::kind_of_style(std::string_view style) const {
  constexpr std::array<std::string_view, 8> kCaptions = {
      "Caption", "Illustration",  "Table",        "Drawing",
      "Figure",  "FigureCaption", "TableCaption", "Text"};
  if (const auto parent = parents_.find(style); parent != parents_.end()) style = parent->second;
  if (style == "Title") return BlockRole::kTitle;
  const bool is_caption = std::find(kCaptions.begin(), kCaptions.end(), style) != kCaptions.end();
  return is_caption ? BlockRole::kCaption : BlockRole::kText;
}

void OpenDocumentText::start_element(const xml::XmlName& name,
                                     const xml::XmlAttributes& attributes) {
  // Deleted text, kept for undoing changes.
  if (skipped_ > 0 || name.local == "tracked-changes") {
    ++skipped_;
    return;
  }
  if (name.local == "style" && parents_.size() < 10'000) {
    parents_[std::string(value_of(attributes, "name"))] = value_of(attributes, "parent-style-name");
  }
  if (name.local == "p" || name.local == "h") begin_paragraph(name, attributes);
  if (name.local == "a")
    writer_.begin_link(open_document_target(attributes), value_of(attributes, "title"));
  if (name.local == "s" || name.local == "tab" || name.local == "line-break") writer_.text(" ");
  if (name.local == "frame") is_slide_title_ = value_of(attributes, "class") == "title";
  if (name.local == "page") ++slides_;
}

void OpenDocumentText::begin_paragraph(const xml::XmlName& name,
                                       const xml::XmlAttributes& attributes) {
  // A note or a box of text has paragraphs within one.
  if (++paragraphs_ > 1) return writer_.text(" ");
  kind_ = kind_of_style(value_of(attributes, "style-name"));
  if (name.local == "h") kind_ = BlockRole::kHeading;
  if (is_slide_title_) kind_ = BlockRole::kSlide;
}

void OpenDocumentText::end_element(const xml::XmlName& name) {
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

void OpenDocumentText::characters(std::string_view text) {
  if (paragraphs_ > 0 && skipped_ == 0) writer_.text(text);
}

void OpenDocumentSheets::start_element(const xml::XmlName& name,
                                       const xml::XmlAttributes& attributes) {
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

void OpenDocumentSheets::end_element(const xml::XmlName& name) {
  if (name.local == "p") --paragraphs_;
  if (name.local == "table-cell") writer_.add_cell(std::move(cell_)), cell_ = {};
  if (name.local == "table-row") writer_.end_row();
  if (writer_.is_full()) stop();
}

void OpenDocumentSheets::characters(std::string_view text) {
  if (paragraphs_ > 0) cell_.text += text;
}

}  // namespace porthole
