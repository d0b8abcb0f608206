#pragma once

/// The summarizers of this library.

#include "plugins/format_summarizer.h"

namespace porthole {

/// Workbooks of Excel 97 to 2003 (and 5.0): cells by the program xls2csv; sheets, formulas and
/// links from the records.
///
/// Source: [MS-XLS] 2.4.28 (BoundSheet8), 2.4.127 (Formula), 2.4.140 (HLink), 2.4.117 (FilePass).
/// Option: `rows` (how many are read as text).
class ExcelSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t most_rows_ = 10000;
};

/// Presentations of PowerPoint 97 to 2003: titles of slides, text, notes, links.
///
/// Source: [MS-PPT] 2.3 (records), 2.4.14.3 (SlideListWithTextContainer), 2.9 (text), 2.10.16
/// (links).
class PowerPointSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// Documents of Word 97 to 2003: text by the program catdoc, metadata, links of HYPERLINK fields.
///
/// Source: [MS-DOC] 2.5.1 (Fib), 2.8.25 (fields).
class WordSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
