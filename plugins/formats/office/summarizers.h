#pragma once

/// The summarizers of this library.

#include "plugins/format_summarizer.h"

namespace porthole {

/// Word documents since 2007 (WordprocessingML).
///
/// Source: ECMA-376-1, clause 17.
class DocxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// OpenDocument: texts, spreadsheets and presentations (.odt, .ods, .odp).
///
/// Source: OASIS OpenDocument 1.3, parts 2 (packages) and 3 (schema). Option: `rows` (how many rows
/// of a spreadsheet are read as text).
class OpenDocumentSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t most_rows_ = 10000;
};

/// Presentations of PowerPoint since 2007 (PresentationML): titles of slides, text, notes, links.
///
/// Source: ECMA-376-1, clauses 19 and 21.
class PptxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// Workbooks of Excel since 2007 (SpreadsheetML): sheets, columns, cells, formulas, links.
///
/// Source: ECMA-376-1, clause 18. Option: `rows` (how many are read as text).
class XlsxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t most_rows_ = 10000;
};

}  // namespace porthole
