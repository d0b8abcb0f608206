#pragma once

/// XML event handlers for content.xml of an OpenDocument: text, headings, captions, links, slides.

#include <map>
#include <string>
#include <string_view>

#include "base/xml/reader.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/office/sheet_writer.h"

namespace porthole {

/// Texts and presentations.
class OpenDocumentText final : public xml::XmlHandler {
 public:
  explicit OpenDocumentText(BlockWriter& writer) : writer_(writer) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override;
  void end_element(const xml::XmlName& name) override;
  void characters(std::string_view text) override;

  int slides() const { return slides_; }

 private:
  BlockRole kind_of_style(std::string_view style) const;
  void begin_paragraph(const xml::XmlName& name, const xml::XmlAttributes& attributes);

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

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override;
  void end_element(const xml::XmlName& name) override;
  void characters(std::string_view text) override;

 private:
  SheetWriter& writer_;
  Cell cell_;
  int paragraphs_ = 0;
};

/// The target of an OpenDocument link, relative to the document: "../" refers outside of the
/// package.
std::string_view open_document_target(const xml::XmlAttributes& attributes);

}  // namespace porthole
